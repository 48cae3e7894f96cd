import type { Clock } from '../../kernel/clock.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { type BackgroundWork, type Job, runInSlices } from '../../platform/jobs/index.ts';
import {
  deleteAccountRow,
  deleteRemainingBatch,
  deleteUserMails,
  hasRemainingRows,
  lockCredentialBatch,
} from './leave-store.ts';

/** `isLast` marks the pass after which no request can write for the account. */
export type AccountRemoval = { accountId: string; email: string; isLast: boolean };

export const accountRemovalKind = 'leaving-account';
// More than a month of hourly attempts: deletion must succeed.
export const MAX_REMOVAL_ATTEMPTS = 1_000;
const BATCH_SIZE = 500;

export type AccountWorkDeps = {
  db: Database;
  clock: Clock;
  /** Erases locked credentials completely. */
  eraseCredentials: (trx: Trx, ids: string[], now: Date) => Promise<void>;
};

export function registerAccountsWork(
  work: BackgroundWork,
  { db, clock, eraseCredentials }: AccountWorkDeps,
): void {
  // Each batch is a transaction, so that locks are short.
  const step = async (trx: Trx, job: Job<AccountRemoval>): Promise<boolean> => {
    const { accountId, email, isLast } = job.payload;
    const ids = await lockCredentialBatch(trx, accountId, BATCH_SIZE);
    if (ids.length > 0) {
      await eraseCredentials(trx, ids, clock());
      return true;
    }
    if (await deleteRemainingBatch(trx, accountId)) return true;
    await deleteUserMails(trx, email);
    if (!isLast) return false;
    if (await hasRemainingRows(trx, accountId)) throw new Error('another process is deleting it');
    await deleteAccountRow(trx, accountId, job.id);
    return false;
  };
  work.jobs({
    [accountRemovalKind]: (job: Job<AccountRemoval>) =>
      runInSlices(() => db.write((trx) => step(trx, job))),
  });
}
