import { sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../db/index.ts';
import { type ImageReference, isReferred } from './sql.ts';

type Blob = {
  cid: string;
  image: { bytes: Uint8Array; mediaType: string; width: number; height: number };
};

/** Inserts rows for blobs, or marks them as recently used. */
export async function touchImages(db: Database | Trx, blobs: Blob[], now: Date): Promise<void> {
  const rows = blobs.map(({ cid, image: { bytes, mediaType, width, height } }) => ({
    ...{ cid, width, height },
    media_type: mediaType,
    bytes: bytes.length,
  }));
  await sql`
    insert into images (cid, media_type, bytes, width, height, touched_at)
    select distinct on (cid) cid, media_type, bytes, width, height, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}) as r(cid text, media_type text, bytes integer, width integer, height integer)
    order by cid
    on conflict (cid) do update set touched_at = excluded.touched_at, damaged_at = null`.execute(
    db,
  );
}

export async function linkSizes(
  trx: Trx,
  cid: string,
  sizes: { side: number; cid: string }[],
): Promise<void> {
  if (sizes.length === 0) return;
  await sql`
    insert into image_sizes (cid, side, sized_cid)
    select ${cid}, side, cid from jsonb_to_recordset(${JSON.stringify(sizes)}) as r(side integer, cid text)
    on conflict (cid, side) do update set sized_cid = excluded.sized_cid`.execute(trx);
}

export type UnreferencedImages = { unused: string[]; checked: number };

/**
 * Deletes rows of unreferenced blobs not used since `before`, and locks them against new use until
 * the transaction ends. Checks at most `limit` candidates and marks those in use.
 */
export async function deleteUnreferenced(
  trx: Trx,
  references: ImageReference[],
  before: Date,
  limit: number,
): Promise<UnreferencedImages> {
  const { rows } = await sql<{ cid: string }>`${customPlan}
    select cid from images where may_be_unused and touched_at < ${before}
    order by touched_at limit ${limit} for update skip locked`.execute(trx);
  const checked = rows.map(({ cid }) => cid);
  if (checked.length === 0) return { unused: [], checked: 0 };
  // Checked after locking, so later releases are recorded afterward.
  const all = [...references, { table: 'image_sizes', column: 'sized_cid' }];
  const inUse = await sql<{ cid: string }>`
    update images i set may_be_unused = false
    where cid = any(${checked}::text[]) and (${isReferred(all, 'i.cid')})
    returning cid`.execute(trx);
  const used = new Set(inUse.rows.map(({ cid }) => cid));
  const unused = checked.filter((cid) => !used.has(cid));
  await sql`delete from images where cid = any(${unused}::text[])`.execute(trx);
  return { unused, checked: checked.length };
}

/** Blobs verified longest ago, and not since `before`, up to a number of bytes. */
export async function listLeastRecentlyChecked(
  db: Database | Trx,
  before: Date,
  maxBytes: number,
): Promise<{ cid: string; bytes: number }[]> {
  const { rows } = await sql<{ cid: string; bytes: number }>`
    select cid, bytes from (
      select cid, bytes, checked_at, sum(bytes) over (order by checked_at, cid) - bytes as ahead
      from (select cid, bytes, checked_at from images where checked_at < ${before} order by checked_at, cid limit 500) oldest) o
    where ahead < ${maxBytes} order by checked_at, cid`.execute(db);
  return rows;
}

export async function recordChecked(
  db: Database | Trx,
  intact: string[],
  damaged: string[],
  now: Date,
): Promise<void> {
  await sql`
    update images set checked_at = ${now},
      damaged_at = case when cid = any(${damaged}::text[]) then coalesce(damaged_at, ${now}::timestamptz) end
    where cid = any(${[...intact, ...damaged]}::text[])`.execute(db);
}

/** Blobs found missing or damaged. */
export async function countDamaged(db: Database | Trx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from images where damaged_at is not null`.execute(db);
  return rows[0]?.n ?? 0;
}

export type KnownImage = { cid: string; bytes: number; touchedAt: Date };

/** Sorted by name. `since` limits them to recently used ones. */
export async function listImagesAfter(
  db: Database,
  after: string,
  limit: number,
  since: Date | undefined,
): Promise<KnownImage[]> {
  const isLate = since ? sql`and touched_at >= ${since}` : sql``;
  const { rows } = await sql<KnownImage>`
    select cid, bytes, touched_at as "touchedAt" from images where cid > ${after} ${isLate}
    order by cid limit ${limit}`.execute(db);
  return rows;
}

export async function countImages(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from images`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Names without a row. */
export async function findUnknownCids(db: Database, cids: string[]): Promise<string[]> {
  const { rows } = await sql<{ cid: string }>`
    select c.cid from unnest(${cids}::text[]) c (cid)
    where not exists (select 1 from images i where i.cid = c.cid)`.execute(db);
  return rows.map(({ cid }) => cid);
}

/** Runs `work` while the blob can't come into use. Returns false if it has a row. */
export async function runWhileAbsent(
  db: Database,
  cid: string,
  work: () => Promise<void>,
): Promise<boolean> {
  return db.write(async (trx) => {
    const { rows } = await sql`
      insert into images (cid, media_type, bytes, width, height, touched_at)
      values (${cid}, 'image/png', 0, 0, 0, now()) on conflict do nothing returning 1`.execute(trx);
    if (rows.length === 0) return false;
    await work();
    await sql`delete from images where cid = ${cid}`.execute(trx);
    return true;
  });
}

export type ImageUse = { table: string; of: string | null; accountId: string | null };

/** Rows that refer to a blob, directly or through a smaller version. */
export async function listImageUses(
  db: Database,
  references: ImageReference[],
  cid: string,
  limit: number,
): Promise<ImageUse[]> {
  const selectColumn = (column: string | undefined) =>
    column ? sql.ref(`r.${column}`) : sql`null::uuid`;
  const uses = references.map(
    ({ table, column, of, account }) => sql`
      (select ${table} as table, ${selectColumn(of)} as of, ${selectColumn(account)} as "accountId" from ${sql.table(table)} r
       where ${sql.ref(`r.${column}`)} = ${cid}
         or ${sql.ref(`r.${column}`)} in (select cid from image_sizes where sized_cid = ${cid}) limit ${limit})`,
  );
  const { rows } = await sql<ImageUse>`
    select * from (${sql.join(uses, sql` union all `)}) u limit ${limit}`.execute(db);
  return rows;
}
