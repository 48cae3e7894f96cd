import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { type BackgroundWork, type Job, runInSlices } from '../../platform/jobs/index.ts';
import {
  blockBadgesToErase,
  type EraseAddressDeps,
  type ErasureResult,
  eraseAddress,
  eraseMany,
  invalidateErased,
  revokeMany,
  updateEditions,
} from '../credentials/index.ts';
import { correctQueuedMails, type RenderReminder, sendMany } from '../sharing/index.ts';

import {
  type BulkWork,
  bulkKind,
  cleanUpBulkJobs,
  completeBulkJob,
  convertJob,
  eraseAddressKind,
  eraseKind,
  findNextBatch,
  type LockedCredential,
  lockBulkWork,
  lockStillMatching,
  recordBatch,
  updateKind,
} from './store.ts';

export type BulkWorkDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  renderReminder: RenderReminder;
  /** Invalidates public documents of these credentials in this process. */
  invalidateCredentials: (credentialIds: string[]) => void;
} & EraseAddressDeps;

type BulkJob = Job<{ jobId: string }>;

export function registerBulkWork(work: BackgroundWork, deps: BulkWorkDeps): void {
  // Processes credentials in batches, newest first, one transaction each.
  const workThrough = ({ payload }: BulkJob) =>
    runInSlices(async () => {
      const batch = await deps.db.write((trx) => processBatch(deps, trx, payload.jobId));
      if (batch && batch.changed.length > 0) deps.invalidateCredentials(batch.changed);
      if (batch?.erased) await invalidateErased(deps, batch.erased);
      return batch !== undefined && !batch.isDone;
    });
  work.jobs({
    [bulkKind]: workThrough,
    [updateKind]: workThrough,
    [eraseKind]: workThrough,
    [eraseAddressKind]: workThrough,
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

type ProcessedBatch = { changed: string[]; erased?: ErasureResult; isDone?: boolean };

/** Undefined when there is nothing to do. */
async function processBatch(
  deps: BulkWorkDeps,
  trx: Trx,
  jobId: string,
): Promise<ProcessedBatch | undefined> {
  const work = await lockBulkWork(trx, jobId);
  if (!work) return undefined;
  const now = deps.clock();
  const batch = await findNextBatch(trx, jobId);
  if (!batch) {
    const { accountId, address } = work;
    const left = address === null ? undefined : await eraseAddress(trx, deps, accountId, address);
    if (!left?.hasMore) await completeBulkJob(trx, jobId, now);
    const erased = { deletedBadges: [], tags: left?.tags ?? [] };
    return { changed: [], erased, isDone: !left?.hasMore };
  }
  if (work.action === 'erase') await blockBadgesToErase(trx, work.accountId, batch.ids);
  const credentials = await lockStillMatching(trx, work, batch, now);
  const { accountId, action } = work;
  if (action === 'erase') {
    const erased = await eraseMany(trx, deps, { accountId, now }, credentials);
    const ids = credentials.map(({ id }) => id);
    const skipped = batch.ids.length - ids.length;
    await recordBatch(trx, jobId, batch, { done: ids.length, skipped });
    return { changed: ids, erased };
  }
  const changed = await processCredentials(deps, trx, work, credentials, now);
  const done = changed.length;
  await recordBatch(trx, jobId, batch, { done, skipped: batch.ids.length - done });
  return { changed: action === 'send' ? [] : changed };
}

/** Returns the ids that were processed. The credentials are locked. */
async function processCredentials(
  { urls, renderReminder }: Pick<BulkWorkDeps, 'urls' | 'renderReminder'>,
  trx: Trx,
  work: BulkWork,
  credentials: LockedCredential[],
  now: Date,
): Promise<string[]> {
  const ids = credentials.map(({ id }) => id);
  const { accountId, reason, skipsEmailed, badgeVersion, issuerVersion } = work;
  if (work.action === 'send') return sendMany(trx, { accountId, urls, now, skipsEmailed }, ids);
  if (work.action === 'revoke') return revokeMany(trx, { accountId, by: work, reason, now }, ids);
  const edition = badgeVersion === null ? { issuerVersion: issuerVersion ?? 0 } : { badgeVersion };
  const changed = new Set(await updateEditions(trx, edition, { by: work, now }, ids));
  // The content of queued emails agrees with the page.
  const outdated = credentials
    .filter(({ id }) => changed.has(id))
    .map(({ id, email }) => ({ id, email, after: { email }, changes: [] }));
  await correctQueuedMails(trx, { accountId, urls, now, renderReminder }, outdated);
  return [...changed];
}
