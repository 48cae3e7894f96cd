import type { Clock } from '../../kernel/clock.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { deleteDroppedCopies, deleteExpiredOffers } from './store.ts';

/** Wallets repeat notifications for some time. */
const droppedLifetimeMs = 86_400_000;

export function registerWalletsWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores(
    { name: 'wallet offers', run: (trx) => deleteExpiredOffers(trx, clock()) },
    {
      name: 'wallet copies',
      run: (trx) => deleteDroppedCopies(trx, new Date(clock().getTime() - droppedLifetimeMs)),
    },
  );
}
