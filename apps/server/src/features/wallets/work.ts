import { walletFormats } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import { copiesTotal } from './copies.ts';
import { deleteDroppedCopies, deleteExpiredOffers } from './store.ts';

const dayMs = 86_400_000;
/** Wallets repeat notifications for some time. */
const failedLifetimeMs = dayMs;
const deletedLifetimeMs = 90 * dayMs;

export function registerWalletsWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores(
    { name: 'wallet offers', run: (trx) => deleteExpiredOffers(trx, clock()) },
    {
      name: 'wallet copies',
      run: (trx) => {
        const now = clock().getTime();
        const [failed, deleted] = [failedLifetimeMs, deletedLifetimeMs].map(
          (lifetime) => new Date(now - lifetime),
        ) as [Date, Date];
        return deleteDroppedCopies(trx, failed, deleted);
      },
    },
  );
}

export function measureWallets({ figures }: Metrics, db: Database): void {
  figures(db.figures, 'counter', {
    name: copiesTotal,
    help: 'Copies of credentials issued to wallets, by format.',
    labels: ['format'],
    zeros: Object.values(walletFormats).map((format) => ({ format })),
  });
}
