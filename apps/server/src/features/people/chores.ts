import { sql } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import { dropSome } from '../../platform/db/index.ts';
import type { Chore } from '../../platform/jobs/index.ts';
import { signUpLivesMs } from './rules.ts';
import { dropOldSignUps } from './sign-up-store.ts';

export function peopleChores(clock: Clock): Chore[] {
  return [
    {
      name: 'sign-ups',
      run: (trx) => dropOldSignUps(trx, new Date(clock().getTime() - signUpLivesMs)),
    },
    {
      name: 'reset links',
      run: (trx) => {
        const where = sql`"expiresAt" < now()`;
        return dropSome(trx, { table: 'auth.verification', by: 'expiresAt', where });
      },
    },
  ];
}
