import { sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { type StoredBrand, selectCurrentBrand, selectVisibleLogo } from '../issuers/sql.ts';
import type { IssuerDesign } from './rules.ts';

export const certificatePictures = {
  ...{ table: 'certificate_pictures', column: 'cid' },
  of: 'certificate_id',
};

export type ListedCertificate = {
  id: string;
  kind: IssuerDesign['kind'];
  name: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  /** Cards have none. */
  paper: 'a4' | 'letter' | null;
  orientation: 'landscape' | 'portrait' | null;
  badges: number;
  isDefault: boolean;
};
export type CertificateRow = ListedCertificate & { design: IssuerDesign };

const columns = sql`c.id, c.kind, c.name, c.version, c.created_at as "createdAt", c.updated_at as "updatedAt",
  v.design->>'paper' as paper, v.design->>'orientation' as orientation,
  (select count(*)::int from badges where (certificate_id = c.id or card_id = c.id) and deleted_at is null) as badges,
  exists (select from brands where issuer_id = c.issuer_id and (certificate_id = c.id or card_id = c.id)) as "isDefault"`;

const joinCurrentVersion = sql`join certificate_versions v on v.certificate_id = c.id and v.version = c.version`;

/** `logoRatio`: the logo's width divided by its height. */
export type IssuerLook = { accountId: string; brand: StoredBrand; logoRatio: number | null };

export async function findIssuerLook(
  db: Database,
  accountId: string,
  issuerId: string,
): Promise<IssuerLook | undefined> {
  const { rows } = await sql<IssuerLook>`
    select i.account_id as "accountId", ${selectCurrentBrand(sql`i.id`)} as brand,
      (select width::float8 / height from images
        where cid = ${selectVisibleLogo(sql`i.logo_cid`)}) as "logoRatio"
    from issuers i
    where i.id = ${issuerId} and i.deleted_at is null and ${isNotLeaving('i.account_id')}`.execute(
    db,
  );
  return rows[0]?.accountId === accountId ? rows[0] : undefined;
}

/** All designs of an issuer, newest first. */
export async function listIssuerCertificates(
  db: Database,
  issuerId: string,
): Promise<ListedCertificate[]> {
  const { rows } = await sql<ListedCertificate>`
    select ${columns} from certificates c ${joinCurrentVersion} where c.issuer_id = ${issuerId} and c.deleted_at is null
    order by c.id desc`.execute(db);
  return rows;
}

export async function findCertificate(
  db: Database | Trx,
  issuerId: string,
  id: string,
): Promise<CertificateRow | undefined> {
  const { rows } = await sql<CertificateRow>`
    select ${columns}, v.design from certificates c ${joinCurrentVersion}
    where c.id = ${id} and c.issuer_id = ${issuerId} and c.deleted_at is null`.execute(db);
  return rows[0];
}

const MAX_SIMILAR = 10;

/** Designs of an issuer that have layers with all these ids, originals before their copies. */
export async function findDesignsWith(
  db: Database | Trx,
  issuerId: string,
  layerIds: readonly string[],
): Promise<IssuerDesign[]> {
  const layers = JSON.stringify(layerIds.map((id) => ({ id })));
  const { rows } = await sql<{ design: IssuerDesign }>`
    select v.design from certificates c ${joinCurrentVersion}
    where c.issuer_id = ${issuerId} and c.deleted_at is null
      and ((v.design->'layers') || coalesce(v.design->'back'->'layers', '[]')) @> ${layers}::jsonb
    order by c.id limit ${MAX_SIMILAR}`.execute(db);
  return rows.map(({ design }) => design);
}

/** Blocks badges that are about to choose the design, until the transaction ends. */
export async function lockCertificate(trx: Trx, id: string): Promise<void> {
  await sql`select 1 from certificates where id = ${id} for update`.execute(trx);
}

/** The current version, locked against changes. */
export async function lockCertificateVersion(
  trx: Trx,
  { issuerId, kind, id }: { issuerId: string; kind: IssuerDesign['kind']; id: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select version from certificates
    where id = ${id} and issuer_id = ${issuerId} and kind = ${kind} and deleted_at is null for share`.execute(
    trx,
  );
  return rows[0]?.version;
}

/** The issuer is locked. */
export async function countCertificates(trx: Trx, issuerId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from certificates where issuer_id = ${issuerId} and deleted_at is null`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

/**
 * Counts unrevoked credentials of badges that have chosen the design, or of the issuer if it is the
 * default, up to `limit`.
 */
export async function countDesignCredentials(
  db: Database,
  { issuerId, id, isDefault }: { issuerId: string; id: string; isDefault: boolean },
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`${customPlan}
    select count(*)::int as n from (
      select from badges b cross join lateral (
        select from credentials c where c.badge_id = b.id and c.revoked_at is null limit ${limit}) c
      where b.issuer_id = ${issuerId}
        and (${isDefault}::boolean or (${id} in (b.certificate_id, b.card_id) and b.deleted_at is null))
      limit ${limit}) issued`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function insertCertificate(
  trx: Trx,
  row: Pick<CertificateRow, 'id' | 'kind' | 'name'> & {
    accountId: string;
    issuerId: string;
    now: Date;
  },
): Promise<void> {
  await sql`
    insert into certificates (id, account_id, issuer_id, kind, name, version, created_at, updated_at)
    values (${row.id}, ${row.accountId}, ${row.issuerId}, ${row.kind}, ${row.name}, 1, ${row.now}, ${row.now})`.execute(
    trx,
  );
}

/** Inserts a version with its pictures. Returns the pictures that exist. */
export async function insertVersion(
  trx: Trx,
  { id, version, design }: { id: string; version: number; design: IssuerDesign },
  pictures: string[],
): Promise<string[]> {
  // Locked against garbage collection.
  const { rows } = await sql<{ cid: string }>`
    select cid from images where cid = any(${pictures}::text[]) order by cid for key share`.execute(
    trx,
  );
  const cids = rows.map(({ cid }) => cid);
  await sql`
    insert into certificate_versions (certificate_id, version, design)
    values (${id}, ${version}, ${JSON.stringify(design)})`.execute(trx);
  await sql`
    insert into certificate_pictures (certificate_id, version, cid)
    select ${id}::uuid, ${version}::int, cid from unnest(${cids}::text[]) as c(cid)`.execute(trx);
  return cids;
}

export async function updateCertificateRow(
  trx: Trx,
  { id, name, version, now }: { id: string; name: string; version: number; now: Date },
): Promise<void> {
  await sql`update certificates set name = ${name}, version = ${version}, updated_at = ${now} where id = ${id}`.execute(
    trx,
  );
}

/** Hides the design. Credentials may still show versions of it. */
export async function hideCertificateRow(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`update certificates set deleted_at = ${now} where id = ${id}`.execute(trx);
}

/** Deletes versions that aren't current and that no edition names, and then empty hidden designs. */
export async function deleteUnusedVersions(trx: Trx, ids: readonly string[]): Promise<void> {
  const isNamed = (table: string) =>
    sql`select from ${sql.table(table)} t where (t.certificate_id = v.certificate_id and t.certificate_version = v.version)
      or (t.card_id = v.certificate_id and t.card_version = v.version)`;
  await sql`
    delete from certificate_versions v using certificates c
    where c.id = any(${ids}::uuid[]) and v.certificate_id = c.id and (c.deleted_at is not null or v.version <> c.version)
      and not exists (${isNamed('badges')}) and not exists (${isNamed('badge_versions')}) and not exists (${isNamed('brands')})
      and not exists (select from issuer_versions iv where iv.issuer_id = c.issuer_id
        and ((iv.brand->>'certificateId' = v.certificate_id::text and (iv.brand->>'certificateVersion')::int = v.version)
          or (iv.brand->>'cardId' = v.certificate_id::text and (iv.brand->>'cardVersion')::int = v.version)))`.execute(
    trx,
  );
  await sql`
    delete from certificates c where id = any(${ids}::uuid[]) and deleted_at is not null
      and not exists (select from certificate_versions where certificate_id = c.id)`.execute(trx);
}

const BATCH_SIZE = 200;

/**
 * Deletes what no edition names any more of the hidden designs in the next batch of designs.
 * Returns the last design of the batch, or null after the end.
 */
export async function deleteUnusedCertificates(
  trx: Trx,
  lastId: string | null,
): Promise<string | null> {
  const { rows: batch } = await sql<{ id: string }>`
    select id from certificates where id > coalesce(${lastId}::uuid, '00000000-0000-0000-0000-000000000000')
    order by id limit ${BATCH_SIZE}`.execute(trx);
  const ids = batch.map(({ id }) => id);
  // Designs before their versions, in which order deleting an issuer locks them.
  const { rows: hidden } = await sql<{ id: string }>`
    select id from certificates where id = any(${ids}::uuid[]) and deleted_at is not null
    order by id for update skip locked`.execute(trx);
  if (hidden.length > 0)
    await deleteUnusedVersions(
      trx,
      hidden.map(({ id }) => id),
    );
  return ids.length < BATCH_SIZE ? null : (ids.at(-1) ?? null);
}

/** A version that an edition names. */
export async function findDesignVersion(
  db: Database,
  id: string,
  version: number,
): Promise<IssuerDesign | undefined> {
  const { rows } = await sql<{ design: IssuerDesign }>`
    select design from certificate_versions where certificate_id = ${id} and version = ${version}`.execute(
    db,
  );
  return rows[0]?.design;
}
