import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { inSlices, type Job, type Work } from '../../platform/jobs/index.ts';
import { revokeMany } from '../credentials/index.ts';
import { sendMany } from '../sharing/index.ts';
import { addProgress, endBulkJob, nextIds, tidyBulkJobs, workLocked } from './store.ts';

export type BulkWorkDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  /** The public documents of these credentials have changed. */
  changed: (credentialIds: string[]) => Promise<void>;
};

const chunk = 500;

export function registerBulkWork(work: Work, deps: BulkWorkDeps): void {
  // Works through the credentials chunk by chunk, newest first; each chunk is one transaction.
  work.jobs({
    bulk: ({ payload }: Job<{ jobId: string }>) =>
      inSlices(async () => {
        const changed = await deps.db
          .transaction()
          .execute((trx) => step(deps, trx, payload.jobId));
        if (changed && changed.length > 0) await deps.changed(changed);
        return changed !== undefined;
      }),
  });
  work.chores({ name: 'bulk jobs', run: (trx) => tidyBulkJobs(trx, deps.clock()) });
}

/** The ids that it has changed; undefined when there is nothing more to do. */
async function step(deps: BulkWorkDeps, trx: Trx, jobId: string): Promise<string[] | undefined> {
  const work = await workLocked(trx, jobId);
  if (!work) return undefined;
  const now = deps.clock();
  const ids = await nextIds(trx, work, chunk, now);
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
  const revoked = await revokeMany(trx, { accountId, by: work, reason, now }, ids);
  await addProgress(trx, jobId, last, revoked.length, ids.length - revoked.length);
  return revoked;
}
