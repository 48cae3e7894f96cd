import type { Clock } from '../../kernel/clock.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Job } from '../../platform/jobs/index.ts';
import { dropAccount, dropOwnMails, dropRest, holdSome, isLeft } from './leave-store.ts';

/** `isLast`: nobody is at work for the account any more. */
export type Removal = { accountId: string; email: string; isLast: boolean };

export const kind = 'leaving-account';
// More than a month, at an hour each: what is deleted must go.
export const maxAttempts = 1_000;
const sliceMs = 5_000;
const batch = 500;

type Needs = {
  db: Database;
  clock: Clock;
  /** All that is known of credentials that are held. */
  eraseCredentials: (trx: Trx, ids: string[], now: Date) => Promise<void>;
};

/** Takes away what deleted accounts had; each batch is a transaction, so that it holds nobody up for long. */
export function accountHandlers({ db, clock, eraseCredentials }: Needs) {
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
  return {
    [kind]: async (job: Job<Removal>): Promise<'again' | undefined> => {
      const end = Date.now() + sliceMs;
      while (Date.now() < end)
        if (!(await db.transaction().execute((trx) => step(trx, job)))) return undefined;
      return 'again';
    },
  };
}
