import { type RawBuilder, sql } from 'kysely';
import { type Database, newestFirst } from '../../platform/db/index.ts';
import { type ImageReference, isReferred } from '../../platform/images/sql.ts';
import { isNotLeaving } from '../accounts/sql.ts';

export type EntryKind = 'credential' | 'gone' | 'badge' | 'issuer' | 'list' | 'file';
export type Entry = { kind: EntryKind; id: string; version: string; code?: string | undefined };

/** One account, or all. */
type Scope = string | undefined;

const isInScope = (accountId: string, scope: Scope): RawBuilder<unknown> =>
  scope === undefined
    ? isNotLeaving(accountId)
    : sql`(${sql.ref(accountId)} = ${scope} and ${isNotLeaving(accountId)})`;

export async function insertExport(
  db: Database,
  { id, place, now }: { id: string; place: string; now: Date },
): Promise<void> {
  await sql`insert into static_exports (id, place, started_at) values (${id}, ${place}, ${now})`.execute(
    db,
  );
}

export async function hasExport(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from static_exports where id = ${id}`.execute(db);
  return rows.length > 0;
}

export async function finishExport(db: Database, id: string): Promise<void> {
  await sql`update static_exports set finished_at = now() where id = ${id}`.execute(db);
}

/** True if no run into this place was completed within these days, by the database's clock. */
export async function isExportDue(db: Database, place: string, days: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from static_exports
    where place = ${place} and finished_at > now() - make_interval(days => ${days}::int)`.execute(
    db,
  );
  return rows.length === 0;
}

export async function countPublicCredentials(db: Database, scope: Scope): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::float8 as n from credentials where ${isInScope('account_id', scope)}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export type ExportableCredential = {
  id: string;
  recipientEmail: string;
  /** When the issuer last revoked a key: affected credentials are signed again. */
  keysRevokedAt: Date | null;
  /** The exported version. Null if nothing was exported. */
  version: string | null;
};

type Page = { exportId: string; scope: Scope; after: string; limit: number };
type IdPage = Omit<Page, 'exportId'>;

export async function listCredentialsAfter(
  db: Database,
  { exportId, scope, after, limit }: Page,
): Promise<ExportableCredential[]> {
  const { rows } = await sql<ExportableCredential>`
    select c.id, c.recipient_email as "recipientEmail", e.version,
      (select max(k.revoked_at) from issuer_keys k join badges b on b.issuer_id = k.issuer_id
        where b.id = c.badge_id) as "keysRevokedAt"
    from (
      select id, recipient_email, badge_id from credentials
      where id > ${after}::uuid and ${isInScope('account_id', scope)} order by id limit ${limit}) c
    left join static_export_entries e
      on e.export_id = ${exportId} and e.kind = 'credential' and e.id = c.id::text
    order by c.id`.execute(db);
  return rows;
}

/** Exported credentials that are public no longer, or belong to another account now. */
export async function listRemoved(
  db: Database,
  { exportId, scope, after, limit }: Page,
): Promise<{ id: string; code: string | null; isMoved: boolean }[]> {
  const { rows } = await sql<{ id: string; code: string | null; isMoved: boolean }>`
    select e.id, e.code,
      exists (select from credentials where id = e.id::uuid and ${isInScope('account_id', undefined)}) as "isMoved"
    from static_export_entries e
    where e.export_id = ${exportId} and e.kind = 'credential' and e.id > ${after}
      and not exists (select from credentials where id = e.id::uuid and ${isInScope('account_id', scope)})
    order by e.id limit ${limit}`.execute(db);
  return rows;
}

/** Erased credentials that don't answer 410 yet. Earlier versions recorded no issuer, and so no account. */
export async function listErased(
  db: Database,
  { exportId, scope, after, limit }: Page,
): Promise<string[]> {
  const isOwn =
    scope === undefined
      ? sql`true`
      : sql`r.issuer_id in (select id from issuers where ${isInScope('account_id', scope)})`;
  const { rows } = await sql<{ id: string }>`
    select r.id from erased_credentials r
    where r.id > ${after}::uuid and ${isOwn} and not exists (
      select from static_export_entries
      where export_id = ${exportId} and kind = 'gone' and id = r.id::text)
    order by r.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

const isVerified = (issuerId: string): RawBuilder<unknown> =>
  sql`exists (select from issuers where id = ${sql.ref(issuerId)} and verified_at is not null)`;

/** One credential of the badge, along the index of its credentials. */
function selectCredential(badgeId: string): RawBuilder<unknown> {
  const owner = [{ column: sql`c.badge_id`, value: sql.ref(badgeId) }];
  const { where, order } = newestFirst(owner, 'c.id', undefined);
  return sql`select true from credentials c where ${where} ${order} limit 1`;
}

/** Anyone can name an issuer as they like until they have verified it. */
const isPublicIssuer = (issuerId: string): RawBuilder<unknown> => sql`(${isVerified(issuerId)}
  or coalesce((select true from badges o cross join lateral (${selectCredential('o.id')}) issued
    where o.issuer_id = ${sql.ref(issuerId)} limit 1), false))`;

/** A badge without credentials doesn't look at the others of its issuer: there may be thousands. */
const isPublicBadge = sql`(${isVerified('b.issuer_id')} or coalesce((${selectCredential('b.id')}), false))`;

/** All badges of verified issuers: the service answers for each, also before its first credential. */
export async function listBadgesAfter(
  db: Database,
  { scope, after, limit }: IdPage,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from badges b
    where b.id > ${after}::uuid and ${isInScope('b.account_id', scope)} and ${isPublicBadge}
    order by b.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

const listIssuers =
  (condition: RawBuilder<unknown>) =>
  async (db: Database, { scope, after, limit }: IdPage): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select i.id from issuers i
      where i.id > ${after}::uuid and ${isInScope('i.account_id', scope)} and ${isPublicIssuer('i.id')} and ${condition}
      order by i.id limit ${limit}`.execute(db);
    return rows.map(({ id }) => id);
  };

export const listIssuersAfter = listIssuers(sql`true`);

/** Issuers with keys. For the others, the service would create keys when they are requested. */
export const listSigningIssuersAfter = listIssuers(
  sql`exists (select from issuer_keys where issuer_id = i.id)`,
);

export async function listStatusListsAfter(
  db: Database,
  { scope, after, limit }: IdPage,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from status_lists l join issuers i on i.id = l.issuer_id
    where l.id > ${after}::uuid and ${isInScope('i.account_id', scope)}
    order by l.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Badges, issuers and lists that would not be exported any more. */
export async function listStaleEntries(
  db: Database,
  exportId: string,
  scope: Scope,
  limit: number,
): Promise<Pick<Entry, 'kind' | 'id'>[]> {
  const { rows } = await sql<Pick<Entry, 'kind' | 'id'>>`
    select e.kind, e.id from static_export_entries e
    where e.export_id = ${exportId} and case e.kind
      when 'badge' then not exists (
        select from badges b where b.id = e.id::uuid and ${isInScope('b.account_id', scope)} and ${isPublicBadge})
      when 'issuer' then not exists (
        select from issuers i where i.id = e.id::uuid and ${isInScope('i.account_id', scope)} and ${isPublicIssuer('i.id')})
      when 'list' then not exists (
        select from status_lists l join issuers i on i.id = l.issuer_id
        where l.id = e.id::uuid and ${isInScope('i.account_id', scope)})
      else false end
    order by e.kind, e.id limit ${limit}`.execute(db);
  return rows;
}

/** Paths of exported pictures that nothing refers to any more, and of files that aren't pictures. */
export async function listUnusedPictures(
  db: Database,
  references: readonly ImageReference[],
  { exportId, after, limit }: Omit<Page, 'scope'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from (
      select id, substr(id, 7) as cid from static_export_entries
      where export_id = ${exportId} and kind = 'file' and id > ${after} and id like '/ipfs/%') e
    where not coalesce(${isReferred(references, 'e.cid')}
      or (select true from image_sizes s where s.sized_cid = e.cid and (${isReferred(references, 's.cid')}) limit 1), false)
    order by e.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function deleteEntry(
  db: Database,
  exportId: string,
  { kind, id }: Pick<Entry, 'kind' | 'id'>,
): Promise<void> {
  await sql`delete from static_export_entries
    where export_id = ${exportId} and kind = ${kind} and id = ${id}`.execute(db);
}

export async function hasFile(db: Database, exportId: string, path: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from static_export_entries
    where export_id = ${exportId} and kind = 'file' and id = ${path}`.execute(db);
  return rows.length > 0;
}

/** Call this after the files are on disk. */
export async function saveEntries(db: Database, exportId: string, entries: Entry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into static_export_entries (export_id, kind, id, version, code)
    select distinct on (kind, id) ${exportId}::uuid, kind, id, version, code
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as n (kind text, id text, version text, code text)
    on conflict (export_id, kind, id) do update set version = excluded.version, code = excluded.code`.execute(
    db,
  );
}

/** Call this before the first file of these credentials is written. */
export async function markStarted(db: Database, exportId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into static_export_entries (export_id, kind, id, version)
    select ${exportId}, 'credential', unnest(${ids}::text[]), '' on conflict do nothing`.execute(
    db,
  );
}

/** Replaces the entries of erased credentials. Nothing but their ids remains. */
export async function markErased(db: Database, exportId: string, ids: string[]): Promise<void> {
  await db.write(async (trx) => {
    await sql`delete from static_export_entries
      where export_id = ${exportId} and kind = 'credential' and id = any(${ids})`.execute(trx);
    await sql`insert into static_export_entries (export_id, kind, id, version)
      select ${exportId}, 'gone', unnest(${ids}::text[]), '' on conflict do nothing`.execute(trx);
  });
}
