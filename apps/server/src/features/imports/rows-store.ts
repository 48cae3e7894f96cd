import type { ImportRowError, ImportSkipReason } from '@insignia/contract';
import { sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';
import { selectBounceReason } from '../../platform/mail/sql.ts';
import { isSuppressed } from '../sharing/sql.ts';
import type { ImportFileRow, RowBatch } from './rules.ts';

export async function insertRowBatch(
  trx: Trx,
  importId: string,
  firstRow: number,
  rows: ImportFileRow[],
): Promise<void> {
  const cells = JSON.stringify(rows.map((row) => row.cells));
  const numbers = rows.map(({ number }) => number);
  const firstRows = rows.map((row) => row.firstRow ?? null);
  await sql`insert into import_chunks (import_id, first_row, rows, numbers, first_rows)
    values (${importId}, ${firstRow}, ${cells}, ${numbers}, ${firstRows})`.execute(trx);
}

/** First batch after row `after`. */
export async function findNextRowBatch(
  trx: Trx,
  importId: string,
  after: number,
): Promise<RowBatch | undefined> {
  const { rows } = await sql<RowBatch>`
    select first_row as "firstRow", rows, numbers, first_rows as "firstRows" from import_chunks
    where import_id = ${importId} and first_row > ${after} order by first_row limit 1`.execute(trx);
  return rows[0];
}

export async function deleteRowBatch(
  trx: Trx,
  importId: string,
  { firstRow }: RowBatch,
): Promise<void> {
  await sql`delete from import_chunks where import_id = ${importId} and first_row = ${firstRow}`.execute(
    trx,
  );
}

type ProcessedRows = {
  issued?: readonly { row: number; id: string }[];
  skipped?: readonly SkippedRow[];
};

/** Records which rows of a batch were issued and skipped, for the result, and for emailing them later. */
export async function insertProcessed(
  trx: Trx,
  importId: string,
  { firstRow }: Pick<RowBatch, 'firstRow'>,
  { issued = [], skipped = [] }: ProcessedRows,
): Promise<void> {
  if (issued.length + skipped.length === 0) return;
  await sql`insert into import_issued (import_id, first_row, credential_ids, rows, skipped)
    values (${importId}, ${firstRow}, ${issued.map(({ id }) => id)}, ${issued.map(({ row }) => row)}, ${JSON.stringify(skipped)})`.execute(
    trx,
  );
}

export type SkippedRow = { row: number; reason: ImportSkipReason; duplicateOf: number | null };

/** Rows that were skipped, in file order. Those of the previous release have no reason. */
export async function listSkippedRows(
  db: Database,
  importId: string,
  limit: number,
): Promise<SkippedRow[]> {
  const { rows } = await sql<SkippedRow>`${customPlan}
    select s.row, coalesce(s.reason, case when s."duplicateOf" is null then 'has_badge' else 'duplicate' end) as reason, s."duplicateOf"
    from import_issued i cross join jsonb_to_recordset(i.skipped) as s(row int, reason text, "duplicateOf" int)
    where i.import_id = ${importId} order by s.row limit ${limit}`.execute(db);
  return rows;
}

/** Why the recipient of an unrevoked credential `c` who wasn't emailed can't be; otherwise null. */
const selectObstacle = sql<'unsubscribed' | 'bounced' | null>`case
  when c.email_state = 1 or c.revoked_at is not null then null
  when ${isSuppressed('c.account_id', 'c.recipient_email')} then 'unsubscribed'
  when ${selectBounceReason('c.recipient_email')} is not null then 'bounced' end`;

export type NotEmailedRow = { row: number; name: string; reason: 'unsubscribed' | 'bounced' };

/** Rows whose recipient can't be emailed, in file order. */
export async function listNotEmailedRows(
  db: Database,
  importId: string,
  limit: number,
): Promise<NotEmailedRow[]> {
  const { rows } = await sql<NotEmailedRow>`${customPlan}
    select issued.row, c.name, c.reason
    from import_issued i cross join unnest(i.credential_ids, i.rows) issued(id, row)
      cross join lateral (
        select c.recipient_name as name, ${selectObstacle} as reason from credentials c where c.id = issued.id offset 0) c
    where i.import_id = ${importId} and c.reason is not null and issued.row is not null
    order by issued.row limit ${limit}`.execute(db);
  return rows;
}

export type EmailCounts = {
  emailed: number;
  notEmailed: number;
  unsubscribed: number;
  bounced: number;
  emailBounced: number;
};

/**
 * Counts the issued credentials by whether their recipient was emailed and, once the import is
 * finished, can be. The offset makes PostgreSQL look up each by its id. Otherwise it may read the
 * credentials of all accounts.
 */
export async function countEmailed(
  db: Database,
  { id: importId, finishedAt }: { id: string; finishedAt: Date | null },
): Promise<EmailCounts> {
  const obstacle = finishedAt ? selectObstacle : sql`null`;
  const { rows } = await sql<EmailCounts>`${customPlan}
    select (count(*) filter (where c.email_state = 1))::int as emailed,
      (count(*) filter (where c.email_state <> 1 and c.revoked_at is null))::int as "notEmailed",
      (count(*) filter (where c.obstacle = 'unsubscribed'))::int as unsubscribed,
      (count(*) filter (where c.obstacle = 'bounced'))::int as bounced,
      (count(*) filter (where c.email_state = 2 and c.revoked_at is null))::int as "emailBounced"
    from import_issued i cross join unnest(i.credential_ids) issued(id)
      cross join lateral (
        select c.email_state, c.revoked_at, ${obstacle} as obstacle from credentials c where c.id = issued.id offset 0) c
    where i.import_id = ${importId}`.execute(db);
  return rows[0] ?? { emailed: 0, notEmailed: 0, unsubscribed: 0, bounced: 0, emailBounced: 0 };
}

export type ErrorRow = { row: number; faults: ImportRowError[]; cells: string[] };

/** In file order, after `lastRow`. */
export async function errorsPage(
  db: Database,
  importId: string,
  lastRow: number,
  limit: number,
): Promise<ErrorRow[]> {
  const { rows } = await sql<ErrorRow>`${customPlan}
    select row, faults, cells from import_errors
    where import_id = ${importId} and row > ${lastRow} order by row limit ${limit}`.execute(db);
  return rows;
}

/**
 * `bytes` is zero after `deleteExcessErrors`, and for imports of older processes. `now` is the database's time,
 * because `cleanUpImports` goes by it.
 */
export async function readFailedBytes(
  db: Database,
  importId: string,
): Promise<{ bytes: number; now: Date }> {
  const { rows } = await sql<{ bytes: number | null; now: Date }>`
    select (select failed_bytes::float8 from imports where id = ${importId}) as bytes, clock_timestamp() as now`.execute(
    db,
  );
  return { bytes: rows[0]?.bytes ?? 0, now: rows[0]?.now ?? new Date() };
}

type FailedRow = ErrorRow & { emailSearch: string };

export async function insertErrors(
  trx: Trx,
  { id, accountId }: { id: string; accountId: string },
  failed: FailedRow[],
): Promise<void> {
  if (failed.length === 0) return;
  const rows = JSON.stringify(
    failed.map(({ emailSearch, ...row }) => ({ ...row, email_search: emailSearch })),
  );
  await sql`insert into import_errors (import_id, row, account_id, faults, cells, email_search)
    select ${id}, row, ${accountId}, faults, array(select jsonb_array_elements_text(cells)), email_search
    from jsonb_to_recordset(${rows}) as r(row int, faults jsonb, cells jsonb, email_search text)`.execute(
    trx,
  );
  await sql`update imports set failed_bytes = failed_bytes + ${Buffer.byteLength(rows)} where id = ${id}`.execute(
    trx,
  );
}

/**
 * Deletes the failed rows of the account's oldest finished imports, so that those of all its imports take
 * at most `maxBytes`. `oldestId` is the first id of imports whose rows haven't expired.
 */
export async function deleteExcessErrors(
  trx: Trx,
  accountId: string,
  { oldestId, maxBytes }: { oldestId: string; maxBytes: number },
): Promise<void> {
  await sql`${customPlan}
    with excess as (
      update imports set failed_bytes = 0 where id in (
        select id from (
          select id, finished_at, failed_bytes, sum(failed_bytes) over (order by id desc)::float8 as bytes from imports
          where account_id = ${accountId} and id >= ${oldestId}) newest
        where bytes > ${maxBytes}::bigint and failed_bytes > 0 and finished_at is not null)
      returning id)
    delete from import_errors where import_id in (select id from excess)`.execute(trx);
}
