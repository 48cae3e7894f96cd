import type { Database, Trx } from '../../platform/db/index.ts';
import { enqueue, type Job, type JobHandlers, runInSlices } from '../../platform/jobs/index.ts';
import { deleteLogBatch } from './delete-store.ts';

const kind = 'webhook-log';
// More than a month of hourly attempts: deletion must succeed.
const maxAttempts = 1_000;
const batch = 1_000;

/** Deletes the log of a deleted endpoint in the background. */
export async function enqueueLogDeletion(
  trx: Trx,
  accountId: string,
  webhookId: string,
): Promise<void> {
  await enqueue(trx, kind, { webhookId }, { accountId, maxAttempts });
}

/** Each batch is a transaction, so that locks are short. */
export function createLogHandlers(db: Database): JobHandlers {
  return {
    [kind]: ({ payload }: Job<{ webhookId: string }>) =>
      runInSlices(() => db.write((trx) => deleteLogBatch(trx, payload.webhookId, batch))),
  };
}
