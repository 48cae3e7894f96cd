import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { endWebhooks, markLeaving, shutOut } from './leave-store.ts';
import { kind, maxAttempts, type Removal } from './remove.ts';

/** Longer than a request may take that was admitted before the deletion. */
const lastPassMs = 300_000;

type LeavingAccount = { accountId: string; personId: string; email: string };

/** Hides the account and blocks access. The rows are deleted in the background. */
export async function leave(db: Database, clock: Clock, leaver: LeavingAccount): Promise<void> {
  const { accountId, personId, email } = leaver;
  await db.transaction().execute(async (trx) => {
    if (!(await markLeaving(trx, accountId, clock()))) return;
    await shutOut(trx, accountId, personId);
    await endWebhooks(trx, accountId, clock());
    const add = (isLast: boolean, delayMs: number): Promise<unknown> => {
      const removal: Removal = { accountId, email, isLast };
      return enqueue(trx, kind, removal, { accountId, maxAttempts, delayMs });
    };
    await add(false, 0);
    await add(true, lastPassMs);
  });
}
