import { toAddressKey } from '../../kernel/address-key.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { type BackgroundWork, enqueue, type Job, runInSlices } from '../../platform/jobs/index.ts';
import {
  deleteAccountAccess,
  deleteAccountRow,
  deleteMailsToUser,
  deleteRemainingBatch,
  disableAccountWebhooks,
  hasRemainingRows,
  lockCredentialBatch,
  markAccountLeaving,
} from './leave-store.ts';

/** `isLast` marks the pass after which no request can write for the account. */
type AccountRemoval = {
  accountId: string;
  /** The address that the owner signed up with. */
  email: string;
  /** All addresses of the user now. Jobs of releases before have only `email`. */
  emails?: string[];
  isLast: boolean;
};

const accountRemovalKind = 'leaving-account';
// More than a month of hourly attempts: deletion must succeed.
const MAX_REMOVAL_ATTEMPTS = 1_000;
const BATCH_SIZE = 500;

/** Longer than a request may take that was admitted before the deletion. */
const lastPassMs = 300_000;

type LeavingAccount = { accountId: string; personId: string; email: string };
/** True if an issuer is moving to or from the account. Locks the account against a new move. */
export type IsAccountMoving = (trx: Trx, accountId: string) => Promise<boolean>;

/** Hides the account and blocks access. The rows are deleted in the background. */
export async function startAccountDeletion(
  db: Database,
  clock: Clock,
  leaver: LeavingAccount,
  isAccountMoving: IsAccountMoving,
): Promise<void> {
  const { accountId, personId, email } = leaver;
  await db.write(async (trx) => {
    if (!(await markAccountLeaving(trx, accountId, clock()))) return;
    if (await isAccountMoving(trx, accountId)) throw new Problem('transfer_running');
    const emails = await deleteAccountAccess(trx, accountId, personId);
    await disableAccountWebhooks(trx, accountId, clock());
    const add = (isLast: boolean, delayMs: number): Promise<unknown> => {
      const removal: AccountRemoval = { accountId, email, emails, isLast };
      return enqueue(trx, accountRemovalKind, removal, {
        accountId,
        maxAttempts: MAX_REMOVAL_ATTEMPTS,
        delayMs,
      });
    };
    await add(false, 0);
    await add(true, lastPassMs);
  });
}

/** Deletes emails to a user, unless somebody else has the address now. */
export const deleteUserMails = (trx: Trx, email: string): Promise<void> =>
  deleteMailsToUser(trx, { email, address: toAddressKey(email) });

type AccountWorkDeps = {
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
    const { accountId, email, emails = [], isLast } = job.payload;
    const ids = await lockCredentialBatch(trx, accountId, BATCH_SIZE);
    if (ids.length > 0) {
      await eraseCredentials(trx, ids, clock());
      return true;
    }
    if (await deleteRemainingBatch(trx, accountId)) return true;
    for (const each of new Set([email, ...emails])) await deleteUserMails(trx, each);
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
