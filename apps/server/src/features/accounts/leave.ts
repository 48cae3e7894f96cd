import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { deleteAccountAccess, disableAccountWebhooks, markAccountLeaving } from './leave-store.ts';
import { type AccountRemoval, accountRemovalKind, MAX_REMOVAL_ATTEMPTS } from './remove.ts';

/** Longer than a request may take that was admitted before the deletion. */
const lastPassMs = 300_000;

type LeavingAccount = { accountId: string; personId: string; email: string };

/** Hides the account and blocks access. The rows are deleted in the background. */
export async function startAccountDeletion(
  db: Database,
  clock: Clock,
  leaver: LeavingAccount,
): Promise<void> {
  const { accountId, personId, email } = leaver;
  await db.write(async (trx) => {
    if (!(await markAccountLeaving(trx, accountId, clock()))) return;
    await deleteAccountAccess(trx, accountId, personId);
    await disableAccountWebhooks(trx, accountId, clock());
    const add = (isLast: boolean, delayMs: number): Promise<unknown> => {
      const removal: AccountRemoval = { accountId, email, isLast };
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
