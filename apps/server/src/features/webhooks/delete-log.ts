import { type Database, maintainPartitions, type Trx } from '../../platform/db/index.ts';
import { enqueue, type Job, type JobHandlers, runInSlices } from '../../platform/jobs/index.ts';
import { deleteDeliveriesBefore, deleteLogBatch, hasWaitingDeliveries } from './log-store.ts';
import { deliveryRetentionMs } from './rules.ts';

const kind = 'webhook-log';
// More than a month of hourly attempts: deletion must succeed.
const MAX_ATTEMPTS = 1_000;
const BATCH_SIZE = 1_000;

/** Deletes the log of a deleted endpoint in the background. */
export async function enqueueLogDeletion(
  trx: Trx,
  accountId: string,
  webhookId: string,
): Promise<void> {
  await enqueue(trx, kind, { webhookId }, { accountId, maxAttempts: MAX_ATTEMPTS });
}

/** Each batch is a transaction, so that locks are short. */
export function createLogHandlers(db: Database): JobHandlers {
  return {
    [kind]: ({ payload }: Job<{ webhookId: string }>) =>
      runInSlices(() => db.write((trx) => deleteLogBatch(trx, payload.webhookId, BATCH_SIZE))),
  };
}

export function maintainDeliveryLog(trx: Trx, now: Date): Promise<'again' | undefined> {
  return maintainPartitions(
    trx,
    {
      table: 'deliveries',
      keptMs: deliveryRetentionMs,
      isNeeded: hasWaitingDeliveries,
      dropRows: deleteDeliveriesBefore,
      // Leaves space for the result, which is written later.
      fillfactor: 50,
    },
    now,
  );
}
