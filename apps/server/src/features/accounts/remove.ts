import type { Clock } from '../../kernel/clock.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { inSlices, type Job, type Work } from '../../platform/jobs/index.ts';
import { dropAccount, dropOwnMails, dropRest, holdSome, isLeft } from './leave-store.ts';

/** `isLast` marks the pass after which no request can write for the account. */
export type Removal = { accountId: string; email: string; isLast: boolean };

export const kind = 'leaving-account';
// More than a month of hourly attempts: deletion must succeed.
export const maxAttempts = 1_000;
const batch = 500;

export type AccountWorkDeps = {
  db: Database;
  clock: Clock;
  /** Erases locked credentials completely. */
  eraseCredentials: (trx: Trx, ids: string[], now: Date) => Promise<void>;
};

export function registerAccountsWork(
  work: Work,
  { db, clock, eraseCredentials }: AccountWorkDeps,
): void {
  // Each batch is a transaction, so that locks are short.
  const step = async (trx: Trx, job: Job<Removal>): Promise<boolean> => {
    const { accountId, email, isLast } = job.payload;
    const ids = await holdSome(trx, accountId, batch);
    if (ids.length > 0) {
      await eraseCredentials(trx, ids, clock());
      return true;
    }
    if (await dropRest(trx, accountId)) return true;
    await dropOwnMails(trx, email);
    if (!isLast) return false;
    if (await isLeft(trx, accountId)) throw new Error('others are at work on it');
    await dropAccount(trx, accountId, job.id);
    return false;
  };
  work.jobs({
    [kind]: (job: Job<Removal>) =>
      inSlices(() => db.transaction().execute((trx) => step(trx, job))),
  });
}
