import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Job } from '../../platform/jobs/index.ts';
import { revokeMany } from '../credentials/index.ts';
import { sendMany } from '../sharing/index.ts';
import { addProgress, endBulkJob, nextIds, workLocked } from './store.ts';

type WorkDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  /** The public documents of these credentials have changed. */
  changed: (credentialIds: string[]) => Promise<void>;
};

const sliceMs = 5_000;
const chunk = 500;

/** Works through the credentials chunk by chunk, newest first; each chunk is one transaction. */
export function bulkHandlers(deps: WorkDeps) {
  return {
    bulk: async ({ payload }: Job<{ jobId: string }>): Promise<'again' | undefined> => {
      const end = Date.now() + sliceMs;
      while (Date.now() < end) {
        const changed = await deps.db
          .transaction()
          .execute((trx) => step(deps, trx, payload.jobId));
        if (!changed) return undefined;
        if (changed.length > 0) await deps.changed(changed);
      }
      return 'again';
    },
  };
}

/** The ids that it has changed; undefined when there is nothing more to do. */
async function step(deps: WorkDeps, trx: Trx, jobId: string): Promise<string[] | undefined> {
  const work = await workLocked(trx, jobId);
  if (!work) return undefined;
  const now = deps.clock();
  const ids = await nextIds(trx, work, chunk);
  const last = ids.at(-1);
  if (!last) {
    await endBulkJob(trx, jobId, now);
    return undefined;
  }
  const { accountId, reason } = work;
  if (work.action === 'send') {
    const { length } = await sendMany(trx, { accountId, urls: deps.urls, now }, ids);
    await addProgress(trx, jobId, last, length, ids.length - length);
    return [];
  }
  const revoked = await revokeMany(trx, { accountId, reason, now }, ids);
  await addProgress(trx, jobId, last, revoked.length, ids.length - revoked.length);
  return revoked;
}
