import { type RawBuilder, sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';
import { type ArchiveTable, archiveTables, type Owner, pictureColumns } from './tables.ts';

/** The issuer of an archive. Its id and account were checked: cursors take no parameters. */
export type IssuerScope = { issuerId: string; accountId: string };
type Condition = RawBuilder<unknown>;

const getColumns = ({ shape }: ArchiveTable): string[] => Object.keys(shape.shape);

/** SQL that is true for the rows of the issuer. The import counts with it what the export selected. */
function selectOwnRows(table: ArchiveTable, scope: IssuerScope): Condition {
  const issuer = sql`${sql.lit(scope.issuerId)}::uuid`;
  const badges = sql`(select id from badges where issuer_id = ${issuer})`;
  const credentials = sql`(select id from credentials where badge_id in ${badges})`;
  const claims = sql`(select id from claims where badge_id in ${badges})`;
  const owners: Record<Exclude<Owner, 'own'>, Condition> = {
    issuer: sql`issuer_id = ${issuer}`,
    badge: sql`badge_id in ${badges}`,
    credential: sql`credential_id in ${credentials}`,
    certificate: sql`certificate_id in (select id from certificates where issuer_id = ${issuer})`,
    claim: sql`claim_id in ${claims} and (credential_id is null or credential_id in ${credentials})`,
    'move-in': sql`move_in_id in (select id from move_ins where issuer_id = ${issuer})`,
  };
  if (table.owner !== 'own') return owners[table.owner];
  const own: Record<string, () => Condition> = {
    issuers: () => sql`id = ${issuer}`,
    erased_credentials: () => sql`(${isErased(scope.issuerId)})`,
    image_sizes: () => sql`cid in (${selectPictures(scope)})`,
    email_templates: () => sql`(issuer_id = ${issuer} or badge_id in ${badges})`,
    redirects: () =>
      sql`(target_id = ${issuer} or target_id in ${badges} or target_id in ${credentials}
        or target_id in (select id from erased_credentials where issuer_id = ${issuer}))`,
    // People who unsubscribed, as far as they have a credential of the issuer.
    suppressed_addresses: () =>
      sql`account_id = ${sql.lit(scope.accountId)}::uuid and address_hash in (
        select sha256(convert_to(lower(recipient_email collate "C"), 'UTF8')) from credentials where badge_id in ${badges})`,
  };
  const select = own[table.name];
  if (!select) throw new Error(`no selection of ${table.name}`);
  return select();
}

/** Ids contain the partition of their account (docs/decisions/0054). */
const isErased = (issuerId: string): Condition =>
  sql`issuer_id = ${sql.lit(issuerId)}::uuid
    or issuer_id is null and substr(id::text, 21, 3) = substr(${sql.lit(issuerId)}, 21, 3)`;

/** CIDs of the issuer's pictures, without their smaller versions. */
function selectPictures(scope: IssuerScope): Condition {
  const parts = archiveTables
    .filter(({ name }) => name !== 'image_sizes')
    .flatMap((table) =>
      getColumns(table)
        .filter((column) => pictureColumns.includes(column))
        .map(
          (column) =>
            sql`select ${sql.ref(column)} as cid from ${sql.table(table.name)} where ${selectOwnRows(table, scope)} and ${sql.ref(column)} is not null`,
        ),
    );
  return sql.join(parts, sql` union `);
}

/** CIDs of all pictures that an archive contains, sorted. */
export async function* iteratePictures(trx: Trx, scope: IssuerScope): AsyncGenerator<string> {
  const pictures = selectPictures(scope);
  const sizes = sql`select sized_cid from image_sizes where cid in (${pictures})`;
  const all = sql`select cid as line from (${pictures} union ${sizes}) p order by cid collate "C"`;
  yield* iterateLines(trx, all, 1_000);
}

/** Rows of a table as JSON. */
export function iterateRows(
  trx: Trx,
  table: ArchiveTable,
  scope: IssuerScope,
): AsyncGenerator<string> {
  const columns = sql.join(getColumns(table).map((column) => sql.ref(column)));
  const rows = sql`select ${columns} from ${sql.table(table.name)} where ${selectOwnRows(table, scope)} order by ${sql.raw(table.by)}`;
  return iterateLines(
    trx,
    sql`select row_to_json(r)::text as line from (${rows}) r`,
    table.page ?? 500,
  );
}

async function* iterateLines(trx: Trx, query: Condition, page: number): AsyncGenerator<string> {
  await sql`declare archived no scroll cursor for ${query}`.execute(trx);
  for (;;) {
    const { rows } = await sql`fetch ${sql.lit(page)} from archived`.execute(trx);
    for (const { line } of rows as { line: string }[]) yield line;
    if (rows.length < page) break;
  }
  await sql`close archived`.execute(trx);
}

export async function countRows(
  trx: Trx,
  table: ArchiveTable,
  scope: IssuerScope,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table.name)} where ${selectOwnRows(table, scope)}`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

/** Texts don't depend on the settings of the server. Long statements don't time out. */
export async function prepareTransaction(trx: Trx): Promise<void> {
  for (const setting of [
    'statement_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
    `timezone = 'UTC'`,
    `bytea_output = 'hex'`,
    'extra_float_digits = 1',
  ])
    await sql`set local ${sql.raw(setting)}`.execute(trx);
}

/** Counts and editions that an upgrade still fills in would be incomplete in an archive. */
export async function isUpgradeRunning(trx: Trx): Promise<boolean> {
  const { rows } = await sql`
    select 1 from badge_upgrades union all select 1 from logo_upgrades
    union all select 1 where not exists (
      select from settings where name = 'issued_days_from' and value = '1970-01-01') limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Everything is read from one moment. The first statement of a transaction. */
export async function startSnapshot(trx: Trx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(trx);
}

export type ArchiveIssuer = IssuerScope & { name: string; isVerified: boolean; isClosed: boolean };

export async function findArchiveIssuer(
  db: Database | Trx,
  issuerId: string,
): Promise<ArchiveIssuer | undefined> {
  const { rows } = await sql<ArchiveIssuer>`
    select id as "issuerId", account_id as "accountId", name, verified_at is not null as "isVerified",
      closed_at is not null as "isClosed"
    from issuers where id = ${issuerId} and deleted_at is null
      and account_id not in (select id from leaving_accounts)`.execute(db);
  return rows[0];
}

export async function hasUnfinishedMoveIn(trx: Trx, issuerId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from move_ins where issuer_id = ${issuerId} and status in ('queued', 'running', 'paused', 'undoing')`.execute(
    trx,
  );
  return rows.length > 0;
}

const BATCH_SIZE = 1_000;

/** Ids of an issuer's credentials, along an index, however many there are. */
export async function* iterateCredentialIds(trx: Trx, issuerId: string): AsyncGenerator<string[]> {
  const { rows: badges } = await sql<{ id: string }>`
    select id from badges where issuer_id = ${issuerId} order by id`.execute(trx);
  for (const badge of badges)
    for (let after: string | undefined; ; ) {
      const { rows } = await sql<{ id: string }>`${customPlan}
        select id from credentials where badge_id = ${badge.id} and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
        order by id limit ${BATCH_SIZE}`.execute(trx);
      if (rows.length > 0) yield rows.map(({ id }) => id);
      if (rows.length < BATCH_SIZE) break;
      after = rows.at(-1)?.id;
    }
}

/** Null reopens the issuer. */
export async function setIssuerClosed(trx: Trx, issuerId: string, now: Date | null): Promise<void> {
  await sql`update issuers set closed_at = ${now} where id = ${issuerId}`.execute(trx);
}

export async function deleteEmptyAccount(trx: Trx, accountId: string): Promise<void> {
  await sql`delete from accounts where id = ${accountId}`.execute(trx);
}

/** One import of an issuer at a time, although it has no row yet. */
export async function lockImport(trx: Trx, issuerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${issuerId}, 0))`.execute(trx);
}

export async function isImported(trx: Trx, archiveId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from issuer_imports where archive_id = ${archiveId}`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function recordImport(
  trx: Trx,
  archiveId: string,
  issuerId: string,
  now: Date,
): Promise<void> {
  await sql`insert into issuer_imports values (${archiveId}, ${issuerId}, ${now})`.execute(trx);
}

/** True also for deleted issuers whose documents stay. */
export async function isIssuerStored(trx: Trx, issuerId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from issuers where id = ${issuerId}`.execute(trx);
  return rows.length > 0;
}

/** No endpoint receives the events that this transaction writes. */
export async function silenceEvents(trx: Trx): Promise<void> {
  await sql`set local insignia.importing = 'on'`.execute(trx);
}

/** A credential that is there although it was erased. */
export async function findErasedCredential(
  trx: Trx,
  issuerId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from credentials where id in (select id from erased_credentials where ${isErased(issuerId)})
    union all
    select c.id from badges b join credentials c on c.badge_id = b.id join erased_credentials e on e.id = c.id
    where b.issuer_id = ${issuerId} limit 1`.execute(trx);
  return rows[0]?.id;
}

export type ArchiveRow = Record<string, unknown>;

/** Tables whose rows may be there already, and mean the same. */
export const isShared = ({ name }: ArchiveTable): boolean =>
  ['image_sizes', 'suppressed_addresses', 'erased_credentials'].includes(name);

export async function insertRows(
  trx: Trx,
  table: ArchiveTable,
  accountId: string,
  rows: readonly ArchiveRow[],
): Promise<void> {
  const { name, set = {}, hasAccount } = table;
  const derived = Object.keys(table.derive?.({}, new Set()) ?? {});
  const stored = [...getColumns(table), ...derived].map((column) => sql.ref(column));
  const names: Condition[] = [...stored, ...Object.keys(set).map((column) => sql.ref(column))];
  const values: Condition[] = [...stored, ...Object.values(set).map((text) => sql.raw(text))];
  if (hasAccount) {
    names.push(sql.ref('account_id'));
    values.push(sql`${accountId}::uuid`);
  }
  await sql`insert into ${sql.table(name)} (${sql.join(names)})
    select ${sql.join(values)} from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::json)
    ${isShared(table) ? sql`on conflict do nothing` : sql``}`.execute(trx);
}
