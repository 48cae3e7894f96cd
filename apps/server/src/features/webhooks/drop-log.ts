import type { Database, Trx } from '../../platform/db/index.ts';
import { enqueue, type Handlers, inSlices, type Job } from '../../platform/jobs/index.ts';
import { dropLog } from './drop-store.ts';

const kind = 'webhook-log';
// More than a month, at an hour each: what is deleted must go.
const maxAttempts = 1_000;
const batch = 1_000;

/** What is left of a deleted endpoint goes by and by. */
export async function enqueueLog(trx: Trx, accountId: string, webhookId: string): Promise<void> {
  await enqueue(trx, kind, { webhookId }, { accountId, maxAttempts });
}

/** Drops the logs of deleted endpoints; each batch is a transaction, so that it holds nobody up for long. */
export function logHandlers(db: Database): Handlers {
  return {
    [kind]: ({ payload }: Job<{ webhookId: string }>) =>
      inSlices(() => db.transaction().execute((trx) => dropLog(trx, payload.webhookId, batch))),
  };
}
