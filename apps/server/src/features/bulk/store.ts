import { type RawBuilder, sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import {
  type CredentialCriteria,
  hasEarlierEdition,
  hasEmailStatus,
  hasStatus,
  matchesSearch,
} from '../credentials/sql.ts';

/** The kind of job that processes the batches of a bulk job. */
export const bulkKind = 'bulk-chunks';
/** A kind of its own, because workers of the release before would revoke. */
export const eraseKind = 'bulk-erase';
/** Also erases the address from the history of other credentials, unlike workers of the release before. */
export const eraseAddressKind = 'bulk-erase-address';

/**
 * The kind of updates. Workers of the previous release ignore kinds that they don't know, but would
 * revoke the credentials of a job whose action they don't know.
 */
export const updateKind = 'bulk-updates';

/** Number of credentials per transaction. */
const BATCH_SIZE = 500;

export type BulkCriteria = CredentialCriteria & {
  /**
   * All credentials of the account. Otherwise, a selection without badge and words matches nothing.
   */
  all?: true | undefined;
};
export type BulkAction = 'revoke' | 'send' | 'update' | 'erase';

export type BulkSelection = {
  criteria: BulkCriteria | null;
  ids: string[] | null;
};

const hasSelection = ({ criteria, ids }: BulkSelection): boolean =>
  Boolean(
    ids ||
      criteria?.all ||
      criteria?.badgeId ||
      criteria?.state ||
      criteria?.emailStatus ||
      criteria?.like ||
      criteria?.id,
  );

/** Condition on `c`: all credentials of a folded address. */
export const selectAddress = (accountId: string, address: string): RawBuilder<unknown> =>
  sql`c.account_id = ${accountId} and c.email_search = ${address}`;

/** Returns a condition on `c`. */
export const selectMatching = (
  accountId: string,
  selection: BulkSelection,
  now: Date,
): RawBuilder<unknown> => {
  const { criteria, ids } = selection;
  if (ids) return sql`c.account_id = ${accountId} and c.id = any(${ids}::uuid[])`;
  if (!criteria || !hasSelection(selection)) return sql`false`;
  return sql`c.account_id = ${accountId} and ${matchesSearch(accountId, criteria)} and ${hasStatus(criteria.state, now)}
    and ${hasEmailStatus(criteria.emailStatus)} ${criteria.badgeId ? sql`and c.badge_id = ${criteria.badgeId}` : sql``}`;
};

/** True if credentials of the account had this folded address before a correction. */
export async function isReplacedAddress(
  trx: Trx,
  accountId: string,
  address: string,
): Promise<boolean> {
  const { rows } = await sql`${customPlan}
    select 1 from replaced_addresses where account_id = ${accountId} and address = ${address} limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

export type EditionSource = { badgeId: string } | { issuerId: string };
type NewEdition = { badgeVersion: number } | { issuerVersion: number };

/** The current version of a locked badge or issuer. */
export async function readNewEdition(trx: Trx, source: EditionSource): Promise<NewEdition> {
  if ('badgeId' in source) {
    const { rows } = await sql<{ badgeVersion: number }>`
      select version as "badgeVersion" from badges where id = ${source.badgeId}`.execute(trx);
    return { badgeVersion: rows[0]?.badgeVersion ?? 0 };
  }
  const { rows } = await sql<{ issuerVersion: number }>`
    select version as "issuerVersion" from issuers where id = ${source.issuerId}`.execute(trx);
  return { issuerVersion: rows[0]?.issuerVersion ?? 0 };
}

type BulkTotal = { total: number; notEmailed: number; badgeId: string | null };

/**
 * Fixes the job's credentials, newest first, in batches. They include everything committed before
 * this statement and nothing committed later, regardless of the clocks of the issuing processes.
 * `badgeId` is set when all credentials are of one badge.
 */
export async function insertBatches(
  trx: Trx,
  jobId: string,
  where: RawBuilder<unknown>,
): Promise<BulkTotal> {
  const { rows } = await sql<BulkTotal>`${customPlan}
    with chosen as materialized (
        select c.id, c.badge_id, c.email_state, (row_number() over (order by c.id desc) - 1) / ${sql.lit(BATCH_SIZE)} as number
        from credentials c where ${where}),
      kept as (
        insert into bulk_job_chunks (job_id, number, credential_ids)
        select ${jobId}, number, array_agg(id order by id desc) from chosen group by number)
    select count(*)::int as total, (count(*) filter (where email_state <> 1))::int as "notEmailed", case when min(badge_id::text) = max(badge_id::text) then min(badge_id::text) end as "badgeId"
    from chosen`.execute(trx);
  return rows[0] ?? { total: 0, notEmailed: 0, badgeId: null };
}

/** Like `insertBatches`, for the credentials that an import issued. */
export function insertImportBatches(
  trx: Trx,
  jobId: string,
  accountId: string,
  importId: string,
): Promise<BulkTotal> {
  return insertBatches(
    trx,
    jobId,
    sql`c.account_id = ${accountId} and c.id in (
      select unnest(credential_ids) from import_issued where import_id = ${importId})`,
  );
}

/** Like `insertBatches`, for unrevoked credentials of the source with an earlier edition. */
export function insertOutdated(
  trx: Trx,
  { id, accountId }: { id: string; accountId: string },
  { badgeId = null, issuerId = null }: { badgeId?: string | null; issuerId?: string | null },
  edition: NewEdition,
): Promise<{ total: number; badgeId: string | null }> {
  const where = sql`c.account_id = ${accountId} and ${hasEarlierEdition(edition)}
    and c.badge_id in (select id from badges where id = ${badgeId} or issuer_id = ${issuerId})`;
  return insertBatches(trx, id, where);
}

type NewJob = {
  id: string;
  accountId: string;
  action: BulkAction;
  state: BulkCriteria['state'];
  /** The folded address that the job erases. */
  address?: string;
  reason: string;
  skipsEmailed: boolean;
  personId: string;
  keyId: string | null;
  now: Date;
  /** Only for updates. */
  edition?: { badgeVersion?: number; issuerVersion?: number };
};

/** Inserts a job without credentials. The same transaction adds them later. */
export async function insertBulkJob(trx: Trx, j: NewJob): Promise<void> {
  // `before_id` is no longer read. Remove it in the next release.
  const { badgeVersion = null, issuerVersion = null } = { ...j.edition };
  const { state, address } = j;
  const criteria = state || address ? JSON.stringify({ state, address }) : null;
  await sql`insert into bulk_jobs (id, account_id, action, status, filter, reason, skips_emailed, person_id, key_id, before_id, total, badge_version, issuer_version, created_at)
    values (${j.id}, ${j.accountId}, ${j.action}, 'queued', ${criteria}, ${j.reason},
      ${j.skipsEmailed}, ${j.personId}, ${j.keyId}, ${j.id}, 0, ${badgeVersion}, ${issuerVersion}, ${j.now})`.execute(
    trx,
  );
}

export async function setBulkTotal(
  trx: Trx,
  id: string,
  { total, badgeId }: Pick<BulkTotal, 'total' | 'badgeId'>,
): Promise<void> {
  await sql`update bulk_jobs set total = ${total}, badge_id = ${badgeId} where id = ${id}`.execute(
    trx,
  );
}

export type BulkJobRow = {
  id: string;
  action: BulkAction;
  status: 'queued' | 'running' | 'completed' | 'failed';
  total: number;
  done: number;
  skipped: number;
  failed: number;
  createdAt: Date;
  finishedAt: Date | null;
};

export async function findBulkJob(
  db: Database,
  accountId: string,
  id: string,
): Promise<BulkJobRow | undefined> {
  const { rows } = await sql<BulkJobRow>`
    select id, action, status, total, done, skipped, failed, created_at as "createdAt", finished_at as "finishedAt"
    from bulk_jobs where id = ${id} and account_id = ${accountId}`.execute(db);
  return rows[0];
}

export type BulkWork = {
  id: string;
  accountId: string;
  action: BulkAction;
  reason: string;
  skipsEmailed: boolean;
  personId: string | null;
  keyId: string | null;
  /** The job skips credentials that are no longer in this state. */
  state: BulkCriteria['state'] | null;
  /** The folded address that the job erases from the account, otherwise null. */
  address: string | null;
  /** The edition of updates, otherwise null. */
  badgeVersion: number | null;
  issuerVersion: number | null;
};

/** Locks the job until the transaction ends. Undefined if it has ended. */
export async function lockBulkWork(trx: Trx, id: string): Promise<BulkWork | undefined> {
  const { rows } = await sql<BulkWork>`
    select id, account_id as "accountId", action, reason, skips_emailed as "skipsEmailed", person_id as "personId", key_id as "keyId",
      filter->>'state' as state, filter->>'address' as address, badge_version as "badgeVersion", issuer_version as "issuerVersion"
    from bulk_jobs where id = ${id} and status in ('queued', 'running')
      and ${isNotLeaving('account_id')} for update`.execute(trx);
  return rows[0];
}

export async function hasImport(trx: Trx, accountId: string, importId: string): Promise<boolean> {
  const { rows } =
    await sql`select from imports where id = ${importId} and account_id = ${accountId}`.execute(
      trx,
    );
  return rows.length > 0;
}

export type CredentialIdBatch = { number: number; ids: string[] };

export async function findNextBatch(
  trx: Trx,
  jobId: string,
): Promise<CredentialIdBatch | undefined> {
  const { rows } = await sql<CredentialIdBatch>`
    select number, credential_ids as ids from bulk_job_chunks
    where job_id = ${jobId} order by number limit 1`.execute(trx);
  return rows[0];
}

export type LockedCredential = { id: string; badgeId: string; email: string };

/**
 * Locks and returns the credentials of the batch that are still in the requested state. Nobody else
 * can change them until the transaction ends.
 */
export async function lockStillMatching(
  trx: Trx,
  { accountId, state }: BulkWork,
  { ids }: CredentialIdBatch,
  now: Date,
): Promise<LockedCredential[]> {
  const { rows } = await sql<LockedCredential>`${customPlan}
    select c.id, c.badge_id as "badgeId", c.recipient_email as email from credentials c
    where c.account_id = ${accountId} and c.id = any(${ids}::uuid[]) and ${hasStatus(state ?? undefined, now)}
    order by c.id desc for update of c`.execute(trx);
  return rows;
}

export async function recordBatch(
  trx: Trx,
  jobId: string,
  { number }: CredentialIdBatch,
  { done, skipped }: { done: number; skipped: number },
): Promise<void> {
  await sql`with gone as (delete from bulk_job_chunks where job_id = ${jobId} and number = ${number})
    update bulk_jobs set status = 'running', done = done + ${done}, skipped = skipped + ${skipped}
    where id = ${jobId}`.execute(trx);
}

const finishColumns = (status: RawBuilder<unknown>, now: Date) =>
  sql`status = ${status}, failed = greatest(0, total - done - skipped), finished_at = ${now}, filter = null, credential_ids = null`;

/** The job is completed only when every credential was done or skipped. */
export async function completeBulkJob(trx: Trx, id: string, now: Date): Promise<void> {
  const status = sql`case when done + skipped < total then 'failed' else 'completed' end`;
  await sql`update bulk_jobs set ${finishColumns(status, now)} where id = ${id}`.execute(trx);
}

/** Fails bulk jobs whose job died. */
export async function cleanUpBulkJobs(trx: Trx, now: Date): Promise<void> {
  await sql`with ended as (
      update bulk_jobs b set ${finishColumns(sql`'failed'`, now)}
      where status in ('queued', 'running') and exists (
        select 1 from jobs where kind in ('bulk', ${bulkKind}, ${updateKind}, ${eraseKind}, ${eraseAddressKind}) and dead_at is not null and payload->>'jobId' = b.id::text)
      returning id)
    delete from bulk_job_chunks using ended where job_id = ended.id`.execute(trx);
}

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
