import { sql } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
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
      run: async (trx) => {
        await sql`delete from auth."session" where "expiresAt" < now()`.execute(trx);
        await sql`delete from auth."verification" where "expiresAt" < now()`.execute(trx);
        await sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`.execute(
          trx,
        );
      },
    },
  ];
}
