import { sql } from 'kysely';
import { byValues, type Database, type Trx } from '../../platform/db/index.ts';
import { staying } from '../accounts/sql.ts';
import { hasWords, indexedWords, inOrder, isIn } from '../credentials/sql.ts';

/** `like` is a LIKE pattern over folded text, as the list of credentials takes it. */
export type Criteria = {
  /** Every credential of the account; else what names neither badge nor words matches nothing. */
  all?: true | undefined;
  badgeId?: string | undefined;
  state?: 'valid' | 'expired' | 'revoked' | undefined;
  like?: string | undefined;
  field: 'name' | 'email';
};
export type Action = 'revoke' | 'send';

type Selection = { criteria: Criteria | null; ids: string[] | null };

const selects = ({ criteria, ids }: Selection): boolean =>
  Boolean(ids || criteria?.all || criteria?.badgeId || criteria?.state || criteria?.like);

const matching = (accountId: string, selection: Selection, now: Date) => {
  const { criteria, ids } = selection;
  if (ids) return sql`c.account_id = ${accountId} and c.id = any(${ids}::uuid[])`;
  if (!criteria || !selects(selection)) return sql`false`;
  return sql`c.account_id = ${accountId} and ${hasWords(accountId, criteria)} and ${isIn(criteria.state, now)}
    ${criteria.badgeId ? sql`and c.badge_id = ${criteria.badgeId}` : sql``}`;
};

/** What is left of it, newest first: along an index of the account or badge, where there is no better one. */
const left = ({ accountId, beforeId, ...selection }: Work, most: number, now: Date) => {
  const { criteria, ids } = selection;
  if (ids || !criteria || !selects(selection) || indexedWords(criteria.like))
    return sql`${matching(accountId, selection, now)} and c.id < ${beforeId} order by c.id desc`;
  const also = hasWords(accountId, criteria);
  const { where, order } = inOrder(accountId, criteria, { lastId: beforeId, most, now, also });
  return sql`${where} ${order}`;
};

/** `badgeId`: of which all of them are. */
export async function countMatching(
  trx: Trx,
  accountId: string,
  selection: Selection,
  now: Date,
): Promise<{ total: number; badgeId: string | null }> {
  const { rows } = await sql<{ total: number; badgeId: string | null }>`${byValues}
    select count(*)::int as total,
      case when min(c.badge_id::text) = max(c.badge_id::text) then min(c.badge_id::text) end as "badgeId"
    from credentials c where ${matching(accountId, selection, now)}`.execute(trx);
  return rows[0] ?? { total: 0, badgeId: null };
}

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

/** The newest ones that are left, which nobody else changes until the transaction ends. */
export async function nextIds(trx: Trx, work: Work, most: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${byValues}
    select c.id from credentials c
    where ${left(work, most, now)} limit ${most} for update of c`.execute(trx);
  return rows.map(({ id }) => id);
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
