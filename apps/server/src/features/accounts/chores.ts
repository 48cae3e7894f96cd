import { sql } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import { dropSome } from '../../platform/db/index.ts';
import type { Chore } from '../../platform/jobs/index.ts';
import { signUpLivesMs } from './rules.ts';
import { dropOldSignUps } from './store.ts';

export function accountChores(clock: Clock): Chore[] {
  return [
    {
      name: 'sign-ups',
      run: (trx) => dropOldSignUps(trx, new Date(clock().getTime() - signUpLivesMs)),
    },
    {
      name: 'sessions',
      run: (trx) => {
        const where = sql`"expiresAt" < now()`;
        const isFree = sql`expire < extract(epoch from now()) * 1000`;
        return dropSome(
          trx,
          { table: 'auth.session', by: 'expiresAt', where },
          { table: 'auth.verification', by: 'expiresAt', where },
          { table: 'rate_limits', by: 'expire', where: isFree },
        );
      },
    },
  ];
}
