import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';
import { type BulkCriteria, insertBatches, selectMatching } from './store.ts';

type StoredBulkJob = {
  accountId: string;
  beforeId: string;
  criteria: BulkCriteria | { within: BulkCriteria } | null;
  ids: string[] | null;
  isNew: boolean;
};

/**
 * Adds batches to a job that the previous release accepted with a filter and the id to continue
 * from. Credentials that the previous release would have missed are missed here too, so such a job
 * ends as failed. Remove this in the next release.
 */
export async function convertJob(trx: Trx, jobId: string, now: Date): Promise<void> {
  const { rows } = await sql<StoredBulkJob>`
    select account_id as "accountId", before_id as "beforeId", filter as criteria, credential_ids as ids, done + skipped = 0 as "isNew"
    from bulk_jobs where id = ${jobId} and status in ('queued', 'running')
      and (credential_ids is not null or filter ? 'field') for update`.execute(trx);
  const [job] = rows;
  if (!job) return;
  const { accountId, beforeId, ids, isNew } = job;
  const criteria = job.criteria && 'within' in job.criteria ? job.criteria.within : job.criteria;
  const isLeft = ids && isNew ? sql`true` : sql`c.id < ${beforeId}`;
  const where = sql`${selectMatching(accountId, { criteria, ids }, now)} and ${isLeft}`;
  await insertBatches(trx, jobId, where);
  const state = criteria?.state && JSON.stringify({ state: criteria.state });
  await sql`update bulk_jobs set credential_ids = null, filter = ${state ?? null} where id = ${jobId}`.execute(
    trx,
  );
}
