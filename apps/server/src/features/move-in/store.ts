import type { MigrationMode, MigrationSource } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import {
  type ExportDateOrder,
  hasOriginals,
  isBadgeSource,
  type MovedColumns,
  type MovedRowError,
  type MoveInStatus,
} from './rules.ts';

/** Kinds of jobs. */
export const moveInKind = 'move-in';
/** A kind of its own, because workers of the release before would issue badges of any signer. */
export const moveBadgesKind = 'move-in-badges';
/** The same: workers of the release before offer nothing from an export. */
export const holdLinksKind = 'move-in-links';
export const undoKind = 'move-in-undo';

export function chooseKind(migration: Pick<MoveIn, 'source' | 'mode'>): string {
  if (isBadgeSource(migration.source)) return moveBadgesKind;
  return hasOriginals(migration) ? holdLinksKind : moveInKind;
}

export type MoveIn = {
  id: string;
  accountId: string;
  issuerId: string;
  personId: string | null;
  keyId: string | null;
  source: MigrationSource;
  mode: MigrationMode;
  status: MoveInStatus;
  dryRun: boolean;
  header: string[];
  columns: MovedColumns;
  dateOrder: ExportDateOrder;
  /** Signers whose badges are issued again. Null: nobody chose any. */
  signers: string[] | null;
  /** How often it was resumed. */
  resumed: number;
  total: number;
  created: number;
  existing: number;
  skipped: number;
  failed: number;
  removed: number;
  createdAt: Date;
  finishedAt: Date | null;
};

const columns = sql`id, account_id as "accountId", issuer_id as "issuerId", person_id as "personId", key_id as "keyId", source, mode, status,
  dry_run as "dryRun", header, columns, date_order as "dateOrder", signers, resumed, total, created, existing, skipped, failed, removed,
  created_at as "createdAt", finished_at as "finishedAt"`;

type NewMoveIn = Omit<
  MoveIn,
  'status' | 'resumed' | 'created' | 'existing' | 'skipped' | 'failed' | 'removed' | 'finishedAt'
>;
export type NumberedRow = { row: number; cells: string[] };
/** A row may be known to be wrong. */
export type NewRow = NumberedRow & { errors?: MovedRowError[] };

const ROWS_PER_INSERT = 1_000;
/** Rows may contain whole badges, and the statement contains them several times. */
const MAX_INSERT_LENGTH = 4 * 1024 * 1024;

/** Splits rows into those of one statement each. */
function* splitRows(rows: readonly NewRow[]): Generator<NewRow[]> {
  let batch: NewRow[] = [];
  let length = 0;
  for (const row of rows) {
    const own = row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (
      batch.length === ROWS_PER_INSERT ||
      (length + own > MAX_INSERT_LENGTH && batch.length > 0)
    ) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(row);
    length += own;
  }
  if (batch.length > 0) yield batch;
}

export async function insertMoveIn(
  trx: Trx,
  m: NewMoveIn,
  rows: readonly NewRow[],
  badges: readonly { key: string; name: string; rows: number }[],
): Promise<void> {
  const failed = rows.filter(({ errors }) => errors).length;
  await sql`insert into move_ins (id, account_id, issuer_id, person_id, key_id, source, mode, status, dry_run, header, columns, date_order, signers, total, failed, created_at)
    values (${m.id}, ${m.accountId}, ${m.issuerId}, ${m.personId}, ${m.keyId}, ${m.source}, ${m.mode}, 'queued', ${m.dryRun},
      ${m.header}, ${JSON.stringify(m.columns)}, ${m.dateOrder}, ${m.signers}, ${m.total}, ${failed}, ${m.createdAt})`.execute(
    trx,
  );
  for (const batch of splitRows(rows))
    await sql`insert into move_in_rows (move_in_id, row, account_id, cells, errors)
      select ${m.id}, row, ${m.accountId}, array(select jsonb_array_elements_text(cells)), errors
      from jsonb_to_recordset(${JSON.stringify(batch)}) as r(row int, cells jsonb, errors jsonb)`.execute(
      trx,
    );
  await sql`insert into move_in_badges (move_in_id, key, name, rows)
    select ${m.id}, key, name, rows from jsonb_to_recordset(${JSON.stringify(badges)}) as b(key text, name text, rows int)`.execute(
    trx,
  );
}

/** Counts unfinished migrations of the account, and blocks new ones until the transaction ends. */
export async function lockAndCountOpen(trx: Trx, accountId: string): Promise<number> {
  await sql`select 1 from account_usage where account_id = ${accountId} for update`.execute(trx);
  return countOpen(trx, accountId);
}

export async function countOpen(db: Database | Trx, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`${customPlan}
    select count(*)::int as n from move_ins
    where account_id = ${accountId} and status in ('queued', 'running', 'paused', 'undoing')`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Blocks other migrations to the issuer, and its deletion, until the transaction ends. */
export async function lockTarget(
  trx: Trx,
  accountId: string,
  issuerId: string,
): Promise<{ isVerified: boolean } | undefined> {
  const { rows } = await sql<{ isVerified: boolean }>`
    select verified_at is not null as "isVerified" from issuers
    where id = ${issuerId} and account_id = ${accountId} and deleted_at is null for no key update`.execute(
    trx,
  );
  return rows[0];
}

export async function listMoveIns(
  db: Database,
  accountId: string,
  limit: number,
): Promise<MoveIn[]> {
  const { rows } = await sql<MoveIn>`${customPlan}
    select ${columns} from move_ins where account_id = ${accountId} order by id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function findMoveIn(
  db: Database,
  accountId: string,
  id: string,
): Promise<MoveIn | undefined> {
  const { rows } = await sql<MoveIn>`
    select ${columns} from move_ins where id = ${id} and account_id = ${accountId}`.execute(db);
  return rows[0];
}

/** Locks the migration until the transaction ends. Undefined if it or its account is gone. */
export async function lockMoveIn(trx: Trx, id: string): Promise<MoveIn | undefined> {
  const { rows } = await sql<MoveIn>`
    select ${columns} from move_ins where id = ${id} and ${isNotLeaving('account_id')} for update`.execute(
    trx,
  );
  return rows[0];
}

export async function setStatus(
  trx: Trx,
  id: string,
  status: MoveInStatus,
  finishedAt: Date | null,
): Promise<void> {
  // A migration is completed only if every row was counted.
  const ended =
    status === 'completed'
      ? sql`case when created + existing + skipped + failed < total then 'failed' else 'completed' end`
      : sql`${status}`;
  await sql`update move_ins set status = ${ended}, finished_at = ${finishedAt} where id = ${id}`.execute(
    trx,
  );
}

/** Queues the migration again. Returns how often it was resumed. */
export async function resumeMoveIn(trx: Trx, { id, resumed }: MoveIn): Promise<number> {
  const next = resumed + 1;
  await sql`update move_ins set status = 'queued', resumed = ${next} where id = ${id}`.execute(trx);
  return next;
}

/** Deletes what a migration that stops leaves undone. Failed rows stay. */
export async function deleteWaitingRows(trx: Trx, id: string): Promise<void> {
  await sql`delete from move_in_rows where move_in_id = ${id} and errors is null`.execute(trx);
  await sql`delete from move_in_checks where move_in_id = ${id}`.execute(trx);
}

export type MovedCounts = { created: number; existing: number; skipped: number; failed: number };

export async function addCounts(trx: Trx, id: string, c: MovedCounts): Promise<void> {
  await sql`update move_ins set status = 'running', created = created + ${c.created}, existing = existing + ${c.existing},
    skipped = skipped + ${c.skipped}, failed = failed + ${c.failed} where id = ${id}`.execute(trx);
}

/** Rows that wait after row `after`, in file order. */
export async function readWaitingRows(
  db: Database | Trx,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<NumberedRow[]> {
  const { rows } = await sql<NumberedRow>`${customPlan}
    select row, cells from move_in_rows where move_in_id = ${id} and errors is null and row > ${after}
    order by row limit ${limit}`.execute(db);
  return rows;
}

export type FailedRow = { row: number; errors: MovedRowError[] };

/** Stores the errors of failed rows, and deletes the others of these rows. */
export async function closeRows(
  trx: Trx,
  id: string,
  rows: readonly number[],
  failed: readonly FailedRow[],
): Promise<void> {
  await sql`update move_in_rows r set errors = f.errors
    from jsonb_to_recordset(${JSON.stringify(failed)}) as f(row int, errors jsonb)
    where r.move_in_id = ${id} and r.row = f.row`.execute(trx);
  await sql`delete from move_in_rows where move_in_id = ${id} and errors is null and row = any(${[...rows]}::int[])`.execute(
    trx,
  );
}

/** Failed rows in file order, after row `after`, with the cells that the header names: others may be large. */
export async function failedPage(
  db: Database,
  id: string,
  after: number,
  limit: number,
): Promise<(FailedRow & { cells: string[] })[]> {
  const { rows } = await sql<FailedRow & { cells: string[] }>`${customPlan}
    select r.row, r.cells[1:cardinality(m.header)] as cells, coalesce(r.errors, '[]') as errors
    from move_in_rows r join move_ins m on m.id = r.move_in_id
    where r.move_in_id = ${id} and r.errors is not null and r.row > ${after}
    order by r.row limit ${limit}`.execute(db);
  return rows;
}

/** Whether `cleanUpMoveIns` deletes the failed rows, by the database's clock, as it does. */
export async function isRepairExpired(
  db: Database,
  id: string,
  retentionMs: number,
): Promise<boolean> {
  const { rows } = await sql<{ isKept: boolean }>`
    select true as "isKept" from move_ins
    where id = ${id} and not ${isExpired(sql`clock_timestamp()`, retentionMs)}`.execute(db);
  return rows.length === 0;
}

/** Rows of migrations that their age canceled expire at once. */
function isExpired(now: RawBuilder<unknown>, retentionMs: number): RawBuilder<unknown> {
  const retention = sql`make_interval(secs => ${retentionMs / 1_000})`;
  return sql`coalesce(finished_at < ${now} - ${retention}
    or (status = 'cancelled' and finished_at - created_at >= ${retention}), false)`;
}

export async function endDryRun(trx: Trx, { id }: Pick<MoveIn, 'id'>, now: Date): Promise<void> {
  await sql`delete from move_in_checks where move_in_id = ${id}`.execute(trx);
  await setStatus(trx, id, 'completed', now);
}

export async function addRemoved(trx: Trx, id: string, removed: number): Promise<void> {
  await sql`update move_ins set removed = removed + ${removed} where id = ${id}`.execute(trx);
}

/**
 * Fails migrations whose job died, and cancels those from before `oldest`. Deletes rows that wait for
 * failed migrations, and all rows of those that were canceled this way or ended before `oldest`.
 */
export async function cleanUpMoveIns(
  trx: Trx,
  { now, oldest }: { now: Date; oldest: Date },
): Promise<void> {
  const isDead = (...kinds: string[]) => sql`exists (
    select 1 from jobs where kind = any(${kinds}::text[]) and dead_at is not null and payload->>'moveInId' = m.id::text)
    and not exists (select 1 from jobs where kind = any(${kinds}::text[]) and dead_at is null and payload->>'moveInId' = m.id::text)`;
  await sql`update move_ins m set status = 'failed', finished_at = ${now}
    where status in ('queued', 'running') and ${isDead(moveInKind, moveBadgesKind, holdLinksKind)}`.execute(
    trx,
  );
  // It can be undone again.
  await sql`update move_ins m
    set status = case when created + existing + skipped + failed < total then 'cancelled' else 'completed' end
    where status = 'undoing' and ${isDead(undoKind)}`.execute(trx);
  await sql`update move_ins set status = 'cancelled', finished_at = ${now}
    where status in ('queued', 'running', 'paused') and created_at < ${oldest}`.execute(trx);
  await sql`delete from move_in_checks c using move_ins m
    where m.id = c.move_in_id and m.status in ('failed', 'cancelled')`.execute(trx);
  await sql`delete from move_in_erasures e using move_ins m
    where m.id = e.move_in_id and m.status not in ('queued', 'running', 'paused')`.execute(trx);
  await sql`delete from move_in_rows r using move_ins m
    where m.id = r.move_in_id
      and ((m.status = 'failed' and r.errors is null) or ${isExpired(sql`${now}::timestamptz`, now.getTime() - oldest.getTime())})`.execute(
    trx,
  );
}
