import type { Database, Trx } from '../../platform/db/index.ts';
import { enqueue, type Handlers, inSlices, type Job } from '../../platform/jobs/index.ts';
import { dropLog } from './drop-store.ts';

const kind = 'webhook-log';
// More than a month of hourly attempts: deletion must succeed.
const maxAttempts = 1_000;
const batch = 1_000;

/** Deletes the log of a deleted endpoint in the background. */
export async function enqueueLog(trx: Trx, accountId: string, webhookId: string): Promise<void> {
  await enqueue(trx, kind, { webhookId }, { accountId, maxAttempts });
}

/** Each batch is a transaction, so that locks are short. */
export function logHandlers(db: Database): Handlers {
  return {
    [kind]: ({ payload }: Job<{ webhookId: string }>) =>
      inSlices(() => db.transaction().execute((trx) => dropLog(trx, payload.webhookId, batch))),
  };
}
