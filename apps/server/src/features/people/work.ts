import type { Clock } from '../../kernel/clock.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { deleteUnconfirmedAddresses } from './address-store.ts';
import { signUpLifetimeMs, unconfirmedLifetimeMs } from './rules.ts';
import { deleteExpiredSessions } from './session-store.ts';
import { deleteExpiredSignUps } from './sign-up-store.ts';
import { deleteExpiredLinks } from './store.ts';

export function registerPeopleWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores(
    {
      name: 'sign-ups',
      run: (trx) => deleteExpiredSignUps(trx, new Date(clock().getTime() - signUpLifetimeMs)),
    },
    { name: 'reset links', run: deleteExpiredLinks },
    { name: 'sessions', run: deleteExpiredSessions },
    {
      name: 'unconfirmed addresses',
      run: (trx) =>
        deleteUnconfirmedAddresses(trx, new Date(clock().getTime() - unconfirmedLifetimeMs)),
    },
  );
}
