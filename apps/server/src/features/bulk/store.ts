import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';
import { staying } from '../accounts/sql.ts';
import type { Criteria, Selection } from './selection-store.ts';

export type Action = 'revoke' | 'send';

type NewJob = Selection & {
  id: string;
  accountId: string;
  action: Action;
  reason: string;
  personId: string;
  keyId: string | null;
  total: number;
  badgeId: string | null;
  now: Date;
};

/**
 * Workers of the release before know no states and would take the badge's credentials for all that are meant: what they
 * do not know of, they leave.
 */
type StoredCriteria = Criteria | { field: Criteria['field']; within: Criteria };
const stored = (criteria: Criteria): StoredCriteria =>
  criteria.state ? { field: criteria.field, within: criteria } : criteria;
const criteriaOf = (found: StoredCriteria): Criteria => ('within' in found ? found.within : found);

export async function insertBulkJob(trx: Trx, j: NewJob): Promise<void> {
  await sql`insert into bulk_jobs (id, account_id, action, status, filter, credential_ids, reason, person_id, key_id, before_id, total, badge_id, created_at)
    values (${j.id}, ${j.accountId}, ${j.action}, 'queued', ${j.criteria && JSON.stringify(stored(j.criteria))}, ${j.ids}, ${j.reason},
      ${j.personId}, ${j.keyId}, ${j.id}, ${j.total}, ${j.badgeId}, ${j.now})`.execute(trx);
}

export type BulkRow = {
  id: string;
  action: Action;
  status: 'queued' | 'running' | 'completed' | 'failed';
  total: number;
  done: number;
  skipped: number;
  createdAt: Date;
  finishedAt: Date | null;
};

export async function bulkJobById(
  db: Database,
  accountId: string,
  id: string,
): Promise<BulkRow | undefined> {
  const { rows } = await sql<BulkRow>`
    select id, action, status, total, done, skipped, created_at as "createdAt", finished_at as "finishedAt"
    from bulk_jobs where id = ${id} and account_id = ${accountId}`.execute(db);
  return rows[0];
}

export type Work = Selection & {
  id: string;
  accountId: string;
  action: Action;
  reason: string;
  personId: string | null;
  keyId: string | null;
  beforeId: string;
};

/** Nobody else works on it until the transaction ends; undefined when it has ended. */
export async function workLocked(trx: Trx, id: string): Promise<Work | undefined> {
  const { rows } = await sql<Omit<Work, 'criteria'> & { criteria: StoredCriteria | null }>`
    select id, account_id as "accountId", action, reason, person_id as "personId", key_id as "keyId", before_id as "beforeId", filter as criteria, credential_ids as ids
    from bulk_jobs where id = ${id} and status in ('queued', 'running')
      and ${staying('account_id')} for update`.execute(trx);
  const [row] = rows;
  return row && { ...row, criteria: row.criteria && criteriaOf(row.criteria) };
}

export async function addProgress(
  trx: Trx,
  id: string,
  beforeId: string,
  done: number,
  skipped: number,
): Promise<void> {
  await sql`update bulk_jobs set status = 'running', before_id = ${beforeId}, done = done + ${done}, skipped = skipped + ${skipped}
    where id = ${id}`.execute(trx);
}

/** A search may name a person: it goes when the work is done. */
export async function endBulkJob(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`update bulk_jobs set status = 'completed', finished_at = ${now}, filter = null, credential_ids = null where id = ${id}`.execute(
    trx,
  );
}

/** Those whose job has died have failed. */
export async function tidyBulkJobs(trx: Trx, now: Date): Promise<void> {
  await sql`update bulk_jobs b set status = 'failed', finished_at = ${now}, filter = null, credential_ids = null
    where status in ('queued', 'running') and exists (
      select 1 from jobs where kind = 'bulk' and dead_at is not null and payload->>'jobId' = b.id::text)`.execute(
    trx,
  );
}
