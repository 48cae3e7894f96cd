import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { type BackgroundWork, type Job, runInSlices } from '../../platform/jobs/index.ts';
import { revokeMany } from '../credentials/index.ts';
import { sendMany } from '../sharing/index.ts';
import { convertJob } from './convert.ts';
import {
  bulkKind,
  cleanUpBulkJobs,
  completeBulkJob,
  findNextBatch,
  lockBulkWork,
  lockStillMatching,
  recordBatch,
} from './store.ts';

export type BulkWorkDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  /** Invalidates public documents of these credentials. */
  invalidateCredentials: (credentialIds: string[]) => Promise<void>;
};

type BulkJob = Job<{ jobId: string }>;

export function registerBulkWork(work: BackgroundWork, deps: BulkWorkDeps): void {
  // Processes credentials in batches, newest first, one transaction each.
  const workThrough = ({ payload }: BulkJob) =>
    runInSlices(async () => {
      const changed = await deps.db.write((trx) => processBatch(deps, trx, payload.jobId));
      if (changed && changed.length > 0) await deps.invalidateCredentials(changed);
      return changed !== undefined;
    });
  work.jobs({
    [bulkKind]: workThrough,
    // Jobs that the previous release accepted. Its workers don't know the new kind and leave such
    // jobs alone.
    bulk: async (job: BulkJob) => {
      const { jobId } = job.payload;
      await deps.db.write((trx) => convertJob(trx, jobId, deps.clock()));
      return workThrough(job);
    },
  });
  work.chores({ name: 'bulk jobs', run: (trx) => cleanUpBulkJobs(trx, deps.clock()) });
}

/** Returns the changed ids; undefined when done. */
async function processBatch(
  deps: BulkWorkDeps,
  trx: Trx,
  jobId: string,
): Promise<string[] | undefined> {
  const work = await lockBulkWork(trx, jobId);
  if (!work) return undefined;
  const now = deps.clock();
  const chunk = await findNextBatch(trx, jobId);
  if (!chunk) {
    await completeBulkJob(trx, jobId, now);
    return undefined;
  }
  const ids = await lockStillMatching(trx, work, chunk, now);
  const { accountId, reason, skipsEmailed } = work;
  const changed =
    work.action === 'send'
      ? await sendMany(trx, { accountId, urls: deps.urls, now, skipsEmailed }, ids)
      : await revokeMany(trx, { accountId, by: work, reason, now }, ids);
  const done = changed.length;
  await recordBatch(trx, jobId, chunk, { done, skipped: chunk.ids.length - done });
  return work.action === 'revoke' ? changed : [];
}
