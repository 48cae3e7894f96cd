import { sql } from 'kysely';
import { byValues, type Database, type Trx } from '../db/index.ts';

type Blob = {
  cid: string;
  image: { bytes: Uint8Array; mediaType: string; width: number; height: number };
};

/** Makes rows for blobs, or says that they are in use now. */
export async function touchImages(db: Database, blobs: Blob[], now: Date): Promise<void> {
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

/**
 * Where another table says which blob it uses. `of`: the column with the id of what uses it; `account`: with that of whose
 * it is. Without them it is not told.
 */
export type ImageReference = { table: string; column: string; of?: string; account?: string };

export type Taken = { unused: string[]; looked: number };

/**
 * Takes the rows of blobs that nothing refers to and that were not used since `before`, in a transaction that keeps others
 * from using them until it ends. At most `most` of those that may be such are looked at, and those in use noted.
 */
export async function takeUnreferenced(
  trx: Trx,
  references: ImageReference[],
  before: Date,
  most: number,
): Promise<Taken> {
  const { rows } = await sql<{ cid: string }>`${byValues}
    select cid from images where may_be_unused and touched_at < ${before}
    order by touched_at limit ${most} for update skip locked`.execute(trx);
  const looked = rows.map(({ cid }) => cid);
  if (looked.length === 0) return { unused: [], looked: 0 };
  // Once they are held, so that whatever is let go of from now on is noted afterwards.
  // Not `exists`, for which the planner may read a whole table into a hash.
  const isReferred = [...references, { table: 'image_sizes', column: 'sized_cid' }].map(
    ({ table, column }) =>
      sql`(select true from ${sql.table(table)} r where ${sql.ref(`r.${column}`)} = i.cid limit 1)`,
  );
  const inUse = await sql<{ cid: string }>`
    update images i set may_be_unused = false
    where cid = any(${looked}::text[]) and (${sql.join(isReferred, sql` or `)})
    returning cid`.execute(trx);
  const used = new Set(inUse.rows.map(({ cid }) => cid));
  const unused = looked.filter((cid) => !used.has(cid));
  await sql`delete from images where cid = any(${unused}::text[])`.execute(trx);
  return { unused, looked: looked.length };
}

/** Those whose bytes were looked at longest ago, and not since `before`, up to so many bytes. */
export async function leastChecked(
  db: Database,
  before: Date,
  mostBytes: number,
): Promise<{ cid: string; bytes: number }[]> {
  const { rows } = await sql<{ cid: string; bytes: number }>`
    select cid, bytes from (
      select cid, bytes, checked_at, sum(bytes) over (order by checked_at, cid) - bytes as ahead
      from (select cid, bytes, checked_at from images where checked_at < ${before} order by checked_at, cid limit 500) oldest) o
    where ahead < ${mostBytes} order by checked_at, cid`.execute(db);
  return rows;
}

export async function noteChecked(
  db: Database,
  good: string[],
  damaged: string[],
  now: Date,
): Promise<void> {
  await sql`
    update images set checked_at = ${now},
      damaged_at = case when cid = any(${damaged}::text[]) then coalesce(damaged_at, ${now}::timestamptz) end
    where cid = any(${[...good, ...damaged]}::text[])`.execute(db);
}

/** Those that the check found missing or damaged in the store. */
export async function countDamaged(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from images where damaged_at is not null`.execute(db);
  return rows[0]?.n ?? 0;
}

export type KnownImage = { cid: string; bytes: number; touchedAt: Date };

/** In the order of their names; `since`: only those that were used since then. */
export async function imagesAfter(
  db: Database,
  after: string,
  most: number,
  since: Date | undefined,
): Promise<KnownImage[]> {
  const isLate = since ? sql`and touched_at >= ${since}` : sql``;
  const { rows } = await sql<KnownImage>`
    select cid, bytes, touched_at as "touchedAt" from images where cid > ${after} ${isLate}
    order by cid limit ${most}`.execute(db);
  return rows;
}

export async function countImages(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from images`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Those of which there is no row. */
export async function unknownOf(db: Database, cids: string[]): Promise<string[]> {
  const { rows } = await sql<{ cid: string }>`
    select c.cid from unnest(${cids}::text[]) c (cid)
    where not exists (select 1 from images i where i.cid = c.cid)`.execute(db);
  return rows.map(({ cid }) => cid);
}

/** Does `work` while nobody can begin to use a blob that has no row; false where it has one by now. */
export async function withoutRow(
  db: Database,
  cid: string,
  work: () => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
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

/** Rows that refer to a blob, also as a smaller form of what they refer to. */
export async function usesOf(
  db: Database,
  references: ImageReference[],
  cid: string,
  most: number,
): Promise<ImageUse[]> {
  const told = (column: string | undefined) => (column ? sql.ref(`r.${column}`) : sql`null::uuid`);
  const uses = references.map(
    ({ table, column, of, account }) => sql`
      (select ${table} as table, ${told(of)} as of, ${told(account)} as "accountId" from ${sql.table(table)} r
       where ${sql.ref(`r.${column}`)} = ${cid}
         or ${sql.ref(`r.${column}`)} in (select cid from image_sizes where sized_cid = ${cid}) limit ${most})`,
  );
  const { rows } = await sql<ImageUse>`
    select * from (${sql.join(uses, sql` union all `)}) u limit ${most}`.execute(db);
  return rows;
}
