import type { ImportRowError, MigrationMode, MigrationSource } from '@insignia/contract';
import { sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import type { DateOrder, MovedBadge, MovedColumns, MoveInStatus } from './rules.ts';

/** Kinds of jobs. */
export const moveInKind = 'move-in';
export const undoKind = 'move-in-undo';

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
  dateOrder: DateOrder;
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
  dry_run as "dryRun", header, columns, date_order as "dateOrder", resumed, total, created, existing, skipped, failed, removed,
  created_at as "createdAt", finished_at as "finishedAt"`;

type NewMoveIn = Omit<
  MoveIn,
  'status' | 'resumed' | 'created' | 'existing' | 'skipped' | 'failed' | 'removed' | 'finishedAt'
>;
export type NumberedRow = { row: number; cells: string[] };
/** A row may be known to be wrong. */
export type NewRow = NumberedRow & { errors?: ImportRowError[] };

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
  await sql`insert into move_ins (id, account_id, issuer_id, person_id, key_id, source, mode, status, dry_run, header, columns, date_order, total, failed, created_at)
    values (${m.id}, ${m.accountId}, ${m.issuerId}, ${m.personId}, ${m.keyId}, ${m.source}, ${m.mode}, 'queued', ${m.dryRun},
      ${m.header}, ${JSON.stringify(m.columns)}, ${m.dateOrder}, ${m.total}, ${failed}, ${m.createdAt})`.execute(
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
  await sql`update move_ins set status = ${status}, finished_at = ${finishedAt} where id = ${id}`.execute(
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

export type FailedRow = { row: number; errors: ImportRowError[] };

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

export type ReportedBadge = {
  key: string;
  name: string;
  rows: number;
  badgeId: string | null;
  isNew: boolean;
  hasPicture: boolean;
};

export async function listReportedBadges(db: Database | Trx, id: string): Promise<ReportedBadge[]> {
  const { rows } = await sql<ReportedBadge>`
    select key, name, rows, badge_id as "badgeId", is_new as "isNew", has_picture as "hasPicture"
    from move_in_badges where move_in_id = ${id} order by name, key`.execute(db);
  return rows;
}

/** Badges of the issuer by key: those with the same address, otherwise with the same name and criteria. */
export async function findKnownBadges(
  db: Database | Trx,
  { issuerId, source }: Pick<MoveIn, 'issuerId' | 'source'>,
  badges: readonly MovedBadge[],
): Promise<Map<string, string>> {
  const wanted = badges.map(({ key, name, criteria, hasCriteria }) => ({
    ...{ key, name, sourceKey: toSourceKey(source, key) },
    criteria: hasCriteria ? criteria : null,
  }));
  const { rows } = await sql<{ key: string; badgeId: string }>`${customPlan}
    select w.key, coalesce(
      (select m.badge_id from moved_badges m join badges b on b.id = m.badge_id
        where m.issuer_id = ${issuerId} and m.key = w."sourceKey" and b.deleted_at is null),
      (select b.id from badges b where b.issuer_id = ${issuerId} and b.deleted_at is null and b.name = w.name
        and (w.criteria is null or b.criteria = w.criteria) order by b.id limit 1)) as "badgeId"
    from jsonb_to_recordset(${JSON.stringify(wanted)}) as w(key text, name text, "sourceKey" text, criteria text)`.execute(
    db,
  );
  return new Map(rows.flatMap(({ key, badgeId }) => (badgeId ? [[key, badgeId]] : [])));
}

/** Locks badges against deletion until the transaction ends. Returns those that exist. */
export async function lockBadges(trx: Trx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from badges where id = any(${[...ids]}::uuid[]) and deleted_at is null order by id for share`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}

const toSourceKey = (source: MigrationSource, key: string): string => `${source} ${key}`;

/** Records which badge a badge of the file has become. */
export async function recordBadge(
  trx: Trx,
  { id, issuerId, source }: Pick<MoveIn, 'id' | 'issuerId' | 'source'>,
  badge: Pick<MovedBadge, 'key' | 'issuerUrl'> &
    Pick<ReportedBadge, 'isNew' | 'hasPicture'> & { badgeId: string },
): Promise<void> {
  await sql`update move_in_badges set badge_id = ${badge.badgeId}, is_new = ${badge.isNew}, has_picture = ${badge.hasPicture},
      issuer_url = ${badge.issuerUrl}
    where move_in_id = ${id} and key = ${badge.key} and badge_id is null`.execute(trx);
  await sql`insert into moved_badges (issuer_id, key, badge_id) values (${issuerId}, ${toSourceKey(source, badge.key)}, ${badge.badgeId})
    on conflict (issuer_id, key) do update set badge_id = excluded.badge_id`.execute(trx);
}

/** Adds badges that are known only once the file's rows are read. Returns keys within the limit. */
export async function noteBadges(
  trx: Trx,
  id: string,
  badges: readonly { key: string; name: string }[],
  max: number,
): Promise<Set<string>> {
  const list = JSON.stringify(badges.map(({ key, name }) => ({ key, name })));
  await sql`insert into move_in_badges (move_in_id, key, name, rows)
    select ${id}, key, name, 0 from jsonb_to_recordset(${list}) as b(key text, name text)
    where not exists (select from move_in_badges m where m.move_in_id = ${id} and m.key = b.key)
    limit greatest(0, ${max} - (select count(*) from move_in_badges where move_in_id = ${id}))`.execute(
    trx,
  );
  const { rows } = await sql<{ key: string }>`
    select key from move_in_badges where move_in_id = ${id} and key = any(${badges.map(({ key }) => key)}::text[])`.execute(
    trx,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Adds rows to the numbers of rows of badges. */
export async function addBadgeRows(trx: Trx, id: string, keys: readonly string[]): Promise<void> {
  await sql`update move_in_badges b set rows = rows + k.n
    from (select key, count(*)::int as n from unnest(${[...keys]}::text[]) u(key) group by key) k
    where b.move_in_id = ${id} and b.key = k.key`.execute(trx);
}

/** Marks the badges that a dry run would use. */
export async function recordDryRunBadges(
  trx: Trx,
  id: string,
  known: ReadonlyMap<string, string>,
): Promise<void> {
  const list = [...known].map(([key, badgeId]) => ({ key, badgeId }));
  await sql`update move_in_badges b set badge_id = k."badgeId"
    from jsonb_to_recordset(${JSON.stringify(list)}) as k(key text, "badgeId" uuid)
    where b.move_in_id = ${id} and b.key = k.key`.execute(trx);
}

/** Remembers identities that a dry run counts. Returns those it hadn't counted, as hexadecimal text. */
export async function addChecked(
  trx: Trx,
  id: string,
  identities: readonly Buffer[],
): Promise<Set<string>> {
  const { rows } = await sql<{ identity: string }>`
    insert into move_in_checks (move_in_id, identity)
    select ${id}, i.identity from unnest(${[...identities]}::bytea[]) i(identity)
    on conflict do nothing returning encode(identity, 'hex') as identity`.execute(trx);
  return new Set(rows.map(({ identity }) => identity));
}

/** Completes a dry run. Badges that it doesn't know would be created, unless they remain another issuer's. */
export async function endDryRun(trx: Trx, { id, mode }: MoveIn, now: Date): Promise<void> {
  await sql`delete from move_in_checks where move_in_id = ${id}`.execute(trx);
  await sql`update move_in_badges set is_new = ${mode === 'reissue'}
    where move_in_id = ${id} and badge_id is null`.execute(trx);
  await setStatus(trx, id, 'completed', now);
}

/** Identities that were moved in to the issuer, as hexadecimal text. */
export async function findMoved(
  trx: Trx,
  issuerId: string,
  identities: readonly Buffer[],
): Promise<Set<string>> {
  const { rows } = await sql<{ identity: string }>`${customPlan}
    select encode(identity, 'hex') as identity from moved_credentials
    where issuer_id = ${issuerId} and identity = any(${[...identities]}::bytea[])`.execute(trx);
  return new Set(rows.map(({ identity }) => identity));
}

export async function insertMoved(
  trx: Trx,
  { id, issuerId }: Pick<MoveIn, 'id' | 'issuerId'>,
  moved: readonly { id: string; identity: Buffer }[],
): Promise<void> {
  await sql`insert into moved_credentials (credential_id, move_in_id, issuer_id, identity)
    select credential, ${id}, ${issuerId}, identity
    from unnest(${moved.map((each) => each.id)}::uuid[], ${moved.map(({ identity }) => identity)}::bytea[]) as m(credential, identity)`.execute(
    trx,
  );
}

export type KeptCredential = { id: string; reason: 'corrected' | 'revoked' };

/** Locks credentials that the migration created and the undo hasn't visited. `reason` says why they stay. */
export async function lockMovedCredentials(
  trx: Trx,
  id: string,
  limit: number,
): Promise<{ id: string; reason: KeptCredential['reason'] | null }[]> {
  const { rows: found } = await sql<{ id: string }>`${customPlan}
    select credential_id as id from moved_credentials where move_in_id = ${id} and kept is null limit ${limit}`.execute(
    trx,
  );
  const ids = found.map((each) => each.id);
  await sql`${customPlan}
    select 1 from credentials where id = any(${ids}::uuid[]) order by id desc for update`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string; reason: KeptCredential['reason'] | null }>`${customPlan}
    select id, case when revoked_at is not null then 'revoked' when corrections > 0 then 'corrected' end as reason
    from credentials where id = any(${ids}::uuid[]) order by id desc`.execute(trx);
  return rows;
}

export async function keepCredentials(trx: Trx, kept: readonly KeptCredential[]): Promise<void> {
  await sql`update moved_credentials m set kept = k.reason
    from jsonb_to_recordset(${JSON.stringify(kept)}) as k(id uuid, reason text) where m.credential_id = k.id`.execute(
    trx,
  );
}

export async function addRemoved(trx: Trx, id: string, removed: number): Promise<void> {
  await sql`update move_ins set removed = removed + ${removed} where id = ${id}`.execute(trx);
}

export async function listKept(db: Database, id: string, limit: number): Promise<KeptCredential[]> {
  const { rows } = await sql<KeptCredential>`${customPlan}
    select credential_id as id, coalesce(kept, 'corrected') as reason from moved_credentials
    where move_in_id = ${id} and kept is not null order by credential_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Credentials of a migration, at most the rows of a file. An undo has deleted the others. */
export async function listMovedIds(db: Database, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${customPlan}
    select credential_id as id from moved_credentials where move_in_id = ${id} order by credential_id`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

type OldCredential = { id: string; url: string | null };

/** Credentials with their URLs at the other service, without those that have none. */
export async function listCredentialUrls(
  db: Database,
  ids: readonly string[],
): Promise<OldCredential[]> {
  const { rows } = await sql<OldCredential>`${customPlan}
    select id, details->'supersedes'->>'id' as url from credentials
    where id = any(${[...ids]}::uuid[]) and details->'supersedes'->>'id' is not null order by id`.execute(
    db,
  );
  return rows;
}

type OldBadge = { key: string; issuerUrl: string | null; badgeId: string };

/** Badges that exist. After an undo, those with credentials that stayed. */
export async function listBadgeUrls(
  db: Database,
  { id, status }: Pick<MoveIn, 'id' | 'status'>,
): Promise<OldBadge[]> {
  const { rows } = await sql<OldBadge>`${customPlan}
    select m.key, m.issuer_url as "issuerUrl", b.id as "badgeId"
    from move_in_badges m join badges b on b.id = m.badge_id
    where m.move_in_id = ${id} and b.deleted_at is null
      and (${status !== 'undone'} or b.id in (
        select c.badge_id from moved_credentials k join credentials c on c.id = k.credential_id where k.move_in_id = ${id}))
    order by m.key`.execute(db);
  return rows;
}

/**
 * Locks the badges that the migration created, and returns those without credentials that nobody
 * edited.
 */
export async function lockUnusedNewBadges(trx: Trx, id: string): Promise<string[]> {
  await sql`select 1 from badges where id in (
    select badge_id from move_in_badges where move_in_id = ${id} and is_new) order by id for update`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string }>`
    select b.id from badges b join move_in_badges m on m.badge_id = b.id
    where m.move_in_id = ${id} and m.is_new and b.version = 1 and b.deleted_at is null
      and not exists (select from credentials where badge_id = b.id)
      and not exists (select from imports where badge_id = b.id and status in ('queued', 'running', 'paused'))
      and not exists (select from claims where badge_id = b.id)
      and not exists (select from lti_activities where account_id = b.account_id and badge_id = b.id)`.execute(
    trx,
  );
  return rows.map((each) => each.id);
}

/**
 * Fails migrations whose job died, and cancels those from before `oldest`. Deletes rows of migrations
 * that failed, were canceled this way or ended before `oldest`.
 */
export async function cleanUpMoveIns(
  trx: Trx,
  { now, oldest }: { now: Date; oldest: Date },
): Promise<void> {
  const isDead = (kind: string) => sql`exists (
    select 1 from jobs where kind = ${kind} and dead_at is not null and payload->>'moveInId' = m.id::text)
    and not exists (select 1 from jobs where kind = ${kind} and dead_at is null and payload->>'moveInId' = m.id::text)`;
  await sql`update move_ins m set status = 'failed', finished_at = ${now}
    where status in ('queued', 'running') and ${isDead(moveInKind)}`.execute(trx);
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
    where m.id = r.move_in_id and (m.status = 'failed' or m.finished_at < ${oldest}
      or (m.status = 'cancelled' and m.created_at < ${oldest}))`.execute(trx);
}
