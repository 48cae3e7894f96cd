import type { Database, Trx } from '../../platform/db/index.ts';
import { enqueue, type Job } from '../../platform/jobs/index.ts';
import { dropLog } from './store.ts';

const kind = 'webhook-log';
// More than a month, at an hour each: what is deleted must go.
const maxAttempts = 1_000;
const sliceMs = 5_000;
const batch = 1_000;

/** What is left of a deleted endpoint goes by and by. */
export async function enqueueLog(trx: Trx, accountId: string, webhookId: string): Promise<void> {
  await enqueue(trx, kind, { webhookId }, { accountId, maxAttempts });
}

/** Drops the logs of deleted endpoints; each batch is a transaction, so that it holds nobody up for long. */
export function webhookHandlers({ db }: { db: Database }) {
  return {
    [kind]: async ({ payload }: Job<{ webhookId: string }>): Promise<'again' | undefined> => {
      const end = Date.now() + sliceMs;
      while (Date.now() < end)
        if (!(await db.transaction().execute((trx) => dropLog(trx, payload.webhookId, batch))))
          return undefined;
      return 'again';
    },
  };
}
