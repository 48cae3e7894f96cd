import type { AttributeDefinition, ImportColumns, Plan } from '@insignia/contract';
import { sql } from 'kysely';
import { firstIdAt } from '../../kernel/id.ts';
import {
  customPlan,
  type Database,
  deleteBatch,
  newestFirst,
  type Trx,
} from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { type ImportStatus, importRetentionMs, isFinished, type ShownCorrection } from './rules.ts';

export type NewImportRow = {
  id: string;
  accountId: string;
  badgeId: string;
  personId: string;
  keyId: string | null;
  dryRun: boolean;
  sends: boolean;
  skipsDuplicates: boolean;
  corrects: boolean;
  header: string[];
  columns: ImportColumns;
  total: number;
  skipped: number;
  now: Date;
};

export async function insertImport(trx: Trx, i: NewImportRow): Promise<void> {
  await sql`insert into imports (id, account_id, badge_id, person_id, key_id, status, dry_run, sends, skips_duplicates, corrects, header, columns, total, skipped, created_at)
    values (${i.id}, ${i.accountId}, ${i.badgeId}, ${i.personId}, ${i.keyId}, 'queued', ${i.dryRun}, ${i.sends}, ${i.skipsDuplicates}, ${i.corrects},
      ${i.header}, ${JSON.stringify(i.columns)}, ${i.total}, ${i.skipped}, ${i.now})`.execute(trx);
}

/** Counts unfinished imports and blocks new ones until the transaction ends. */
export async function lockAndCountOpenImports(trx: Trx, accountId: string): Promise<number> {
  await sql`select 1 from account_usage where account_id = ${accountId} for update`.execute(trx);
  return countOpenImportsOfAccount(trx, accountId);
}

export async function countOpenImportsOfAccount(
  db: Database | Trx,
  accountId: string,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`${customPlan}
    select count(*)::int as n from imports
    where account_id = ${accountId} and status in ('queued', 'running', 'paused')`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Locks the badge until the transaction ends. Undefined if the account has no such badge. */
export async function lockImportBadge(
  trx: Trx,
  accountId: string,
  badgeId: string,
): Promise<{ verified: boolean; attributes: AttributeDefinition[] } | undefined> {
  const { rows } = await sql<{ verified: boolean; attributes: AttributeDefinition[] }>`
    select i.verified_at is not null as verified, coalesce(b.details->'attributes', '[]') as attributes from badges b join issuers i on i.id = b.issuer_id
    where b.id = ${badgeId} and b.account_id = ${accountId} and b.deleted_at is null for share of b`.execute(
    trx,
  );
  return rows[0];
}

export type ImportRow = {
  id: string;
  badgeId: string;
  status: ImportStatus;
  dryRun: boolean;
  action: 'issue' | 'correct';
  total: number;
  issued: number;
  corrected: number;
  failed: number;
  skipped: number;
  createdAt: Date;
  finishedAt: Date | null;
};
const columns = sql`id, badge_id as "badgeId", status, dry_run as "dryRun", case when corrects then 'correct' else 'issue' end as action,
  total, case when corrects then 0 else issued end as issued, case when corrects then issued else 0 end as corrected, failed, skipped,
  created_at as "createdAt", finished_at as "finishedAt"`;

/** Returns imports newest first, after `lastId`. */
export async function importsPage(
  db: Database,
  accountId: string,
  lastId: string | undefined,
  limit: number,
): Promise<ImportRow[]> {
  const { where, order } = newestFirst({ account_id: accountId }, 'id', lastId);
  const { rows } = await sql<ImportRow>`${customPlan}
    select ${columns} from imports
    where ${where} ${order} limit ${limit}`.execute(db);
  return rows;
}

type ImportHeader = {
  header: string[];
  columns: ImportColumns;
  corrections: ShownCorrection[] | null;
  unreachable: number;
};

export async function findImport(
  db: Database,
  accountId: string,
  id: string,
): Promise<(ImportRow & ImportHeader) | undefined> {
  const { rows } = await sql<ImportRow & ImportHeader>`
    select ${columns}, header, columns, corrections, unreachable from imports where id = ${id} and account_id = ${accountId}`.execute(
    db,
  );
  return rows[0];
}

export async function lockImportStatus(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<{ status: ImportStatus; corrects: boolean } | undefined> {
  const { rows } = await sql<{ status: ImportStatus; corrects: boolean }>`
    select status, corrects from imports where id = ${id} and account_id = ${accountId} for update`.execute(
    trx,
  );
  return rows[0];
}

/** Stores what a dry run would change, until the import expires. */
export async function storeShownCorrections(
  trx: Trx,
  id: string,
  corrections: ShownCorrection[],
  unreachable: number,
): Promise<void> {
  await sql`update imports set corrections = ${JSON.stringify(corrections)}, unreachable = ${unreachable}
    where id = ${id}`.execute(trx);
}

/**
 * An ended import keeps only failed rows. It is completed only if every row was counted. A dry run
 * counts no valid rows.
 */
export async function setImportStatus(
  trx: Trx,
  id: string,
  status: ImportStatus,
  now: Date,
): Promise<void> {
  const isLast = isFinished(status);
  const ended =
    status === 'completed'
      ? sql`case when not dry_run and issued + failed + skipped < total then 'failed' else 'completed' end`
      : sql`${status}`;
  await sql`update imports set status = ${ended}, finished_at = case when ${isLast} then ${now}::timestamptz end
    where id = ${id}`.execute(trx);
  if (isLast) await sql`delete from import_chunks where import_id = ${id}`.execute(trx);
}

/** Id of the oldest import whose rows are kept. */
export const oldestImportId = (now: Date): string =>
  firstIdAt(new Date(now.getTime() - importRetentionMs));

export type OpenImports = {
  queued: number;
  running: number;
  paused: number;
  oldestSeconds: number;
};

/** Across all accounts. */
export async function countOpenImports(db: Database | Trx): Promise<OpenImports> {
  const { rows } = await sql<OpenImports>`
    select count(*) filter (where status = 'queued')::int as queued, count(*) filter (where status = 'running')::int as running,
      count(*) filter (where status = 'paused')::int as paused,
      greatest(0, coalesce(extract(epoch from now() - min(created_at) filter (where status <> 'paused')), 0))::float as "oldestSeconds"
    from imports where status in ('queued', 'running', 'paused')`.execute(db);
  return rows[0] ?? { queued: 0, running: 0, paused: 0, oldestSeconds: 0 };
}

/**
 * Deletes old uploads, keeps results, and fails imports whose job died. `now` is the database's time,
 * and ids contain the time of the process that created them. The bound decides only when an import
 * expires, never what a job covers: clocks that differ by seconds move 7 days by seconds.
 */
export async function cleanUpImports(trx: Trx, now: Date): Promise<'again' | undefined> {
  const oldest = oldestImportId(now);
  await sql`update imports i set status = 'failed', finished_at = ${now}
    where status in ('queued', 'running') and exists (
      select 1 from jobs where kind in (${importKind}, ${correctKind}) and dead_at is not null and payload->>'importId' = i.id::text)`.execute(
    trx,
  );
  await sql`update imports set status = 'cancelled', finished_at = ${now}
    where id < ${oldest} and status in ('queued', 'running', 'paused')`.execute(trx);
  await sql`update imports set corrections = null where corrects and id < ${oldest} and corrections is not null`.execute(
    trx,
  );
  const isUnwanted = sql`exists (select 1 from imports i where i.id = import_id and (i.id < ${oldest} or i.status in ('failed', 'cancelled')))`;
  return deleteBatch(
    trx,
    { table: 'import_chunks', by: 'import_id', where: isUnwanted },
    { table: 'import_errors', by: 'import_id', where: sql`import_id < ${oldest}` },
  );
}

/** The kind of job that issues the rows of an import. */
export const importKind = 'import';
/** A kind of its own, because workers of the release before would issue the rows. */
export const correctKind = 'import-corrections';

export type ImportJob = {
  id: string;
  accountId: string;
  badgeId: string;
  personId: string | null;
  keyId: string | null;
  status: ImportStatus;
  dryRun: boolean;
  sends: boolean;
  skipsDuplicates: boolean;
  corrects: boolean;
  width: number;
  columns: ImportColumns;
  plan: Plan;
};

/** Locks the import until the transaction ends. Undefined if it or its account is gone. */
export async function lockImportWork(trx: Trx, id: string): Promise<ImportJob | undefined> {
  await sql`select 1 from imports where id = ${id} for update`.execute(trx);
  return readImportWork(trx, id);
}

export async function readImportWork(trx: Trx, id: string): Promise<ImportJob | undefined> {
  const { rows } = await sql<ImportJob>`
    select id, account_id as "accountId", badge_id as "badgeId", person_id as "personId", key_id as "keyId",
      status, dry_run as "dryRun", sends, skips_duplicates as "skipsDuplicates", corrects, cardinality(header) as width, columns,
      (select plan from accounts where accounts.id = account_id) as plan
    from imports where id = ${id} and ${isNotLeaving('account_id')}`.execute(trx);
  return rows[0];
}

type Counts = { issued: number; failed: number; skipped: number };

export async function addImportCounts(
  trx: Trx,
  id: string,
  { issued, failed, skipped }: Counts,
): Promise<void> {
  await sql`update imports set status = 'running', issued = issued + ${issued}, failed = failed + ${failed},
    skipped = skipped + ${skipped} where id = ${id}`.execute(trx);
}
