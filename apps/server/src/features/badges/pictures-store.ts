import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';

export const designPictures = {
  ...{ table: 'design_pictures', column: 'cid' },
  account: 'account_id',
};
export const badgePictures = { table: 'badge_pictures', column: 'cid', of: 'badge_id' };

/** Pictures the account may use in designs: its uploads, its logos and its badges' pictures. */
const selectOwnedPictures = (accountId: string, cids: string[]) => sql`
  select c.cid from unnest(${cids}::text[]) as c(cid)
  where exists (select 1 from design_pictures p where p.account_id = ${accountId} and p.cid = c.cid)
    or exists (select 1 from issuers i where i.account_id = ${accountId} and i.logo_cid = c.cid and i.deleted_at is null)
    or exists (select 1 from badges b where b.account_id = ${accountId} and b.image_cid = c.cid)
    or exists (select 1 from badge_pictures bp join badges b on b.id = bp.badge_id
      where bp.cid = c.cid and b.account_id = ${accountId})
    or exists (select 1 from certificate_pictures cp join certificates d on d.id = cp.certificate_id
      where cp.cid = c.cid and d.account_id = ${accountId})`;

export async function filterOwnedPictures(
  db: Database | Trx,
  accountId: string,
  cids: string[],
): Promise<string[]> {
  if (cids.length === 0) return [];
  const { rows } = await sql<{ cid: string }>`${selectOwnedPictures(accountId, cids)}`.execute(db);
  return rows.map(({ cid }) => cid);
}

/**
 * Records the badge's design pictures, limited to those the account owns and that still exist.
 * Returns the previous ones.
 */
export async function replaceBadgePictures(
  trx: Trx,
  accountId: string,
  badgeId: string,
  cids: string[],
): Promise<string[]> {
  // Locked against garbage collection.
  const { rows } = await sql<{ cid: string }>`
    select cid from images where cid in (${selectOwnedPictures(accountId, cids)}) order by cid for key share`.execute(
    trx,
  );
  const currentCids = rows.map(({ cid }) => cid);
  const { rows: removed } = await sql<{ cid: string }>`
    delete from badge_pictures where badge_id = ${badgeId} and cid <> all(${currentCids}::text[]) returning cid`.execute(
    trx,
  );
  await sql`
    insert into badge_pictures (badge_id, cid) select ${badgeId}, cid from unnest(${currentCids}::text[]) as c(cid)
    on conflict do nothing`.execute(trx);
  return removed.map(({ cid }) => cid);
}

/** Keeps the newest `limit` pictures that no badge or certificate uses. */
export async function saveDesignPictures(
  trx: Trx,
  accountId: string,
  cids: string[],
  limit: number,
  now: Date,
): Promise<void> {
  if (cids.length === 0) return;
  await sql`
    insert into design_pictures (account_id, cid, added_at)
    select distinct ${accountId}::uuid, cid, ${now}::timestamptz from unnest(${cids}::text[]) as c(cid) order by cid
    on conflict (account_id, cid) do update set added_at = excluded.added_at`.execute(trx);
  await sql`
    delete from design_pictures where account_id = ${accountId} and cid in (
      select cid from design_pictures p where account_id = ${accountId}
        and not exists (select 1 from badges b where b.account_id = p.account_id and b.image_cid = p.cid)
        and not exists (select 1 from badge_pictures bp join badges b on b.id = bp.badge_id
          where bp.cid = p.cid and b.account_id = p.account_id)
        and not exists (select 1 from certificate_pictures cp join certificates d on d.id = cp.certificate_id
          where cp.cid = p.cid and d.account_id = p.account_id)
      order by added_at desc, cid offset ${limit} for update)`.execute(trx);
}
