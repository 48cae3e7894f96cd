import { type designOperations, MAX_DESIGN_PICTURES, type OperationBody } from '@insignia/contract';
import type { Design } from '@insignia/design';
import { isBlank } from '@insignia/design/canvas';
import { sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { estimateDrawing, PDF_MS } from '../../platform/drawing/index.ts';
import {
  decodePdf,
  loadPicture,
  PAGE_SIDE,
  type StoredImage,
  saveImage,
  storeImage,
  storePage,
  storePixels,
} from '../../platform/images/index.ts';
import { recordAction } from '../audit/index.ts';
import type { BadgeDeps } from './deps.ts';
import {
  emptyDesignErrors,
  findForeignPictureErrors,
  listVisiblePictures,
  type ReadDesign,
  readRenderableDesign,
  toDesignErrors,
} from './design-rules.ts';

/** Pixels of the longer side, as in the dashboard's designer. */
const side = 1_024;

/** Draws and stores a design's picture. Nothing refers to it yet. */
export async function renderDesign(
  deps: Pick<BadgeDeps, 'db' | 'clock' | 'images' | 'drawer'>,
  accountId: string,
  designJson: string,
  readOnce: ReadDesign,
): Promise<StoredImage> {
  const read = readRenderableDesign(designJson, readOnce);
  if ('errors' in read) throw new Problem('invalid_request', { details: read.errors });
  const { design } = read;
  const has = await filterOwnedPictures(deps.db, accountId, listVisiblePictures(design));
  const drawn = await deps.drawer.inTurn(estimateDrawing(design, side), async (draw) => {
    const pictures = await loadPictures(deps, design, has);
    return draw({ design, pictures, side });
  });
  if ('errors' in drawn)
    throw new Problem('invalid_request', { details: toDesignErrors(drawn.errors) });
  if (isBlank(drawn.data)) throw new Problem('invalid_request', { details: emptyDesignErrors });
  return storePixels(deps, {
    ...drawn,
    data: Buffer.from(drawn.data.buffer, drawn.data.byteOffset, drawn.data.byteLength),
    channels: 4,
  });
}

async function loadPictures(
  { images }: Pick<BadgeDeps, 'images'>,
  design: Design,
  has: string[],
): Promise<Map<string, Uint8Array>> {
  const strange = findForeignPictureErrors(design, has);
  if (strange.length > 0) throw new Problem('invalid_request', { details: strange });
  const pictures = new Map<string, Uint8Array>();
  for (const cid of has) pictures.set(cid, await loadPicture({ images }, cid));
  return pictures;
}

type Picture = OperationBody<typeof designOperations.addDesignPicture>;
type PictureDeps = Pick<BadgeDeps, 'db' | 'clock' | 'images' | 'drawer'>;

/** Stores a picture for use in designs of the account. */
export async function addDesignPicture(
  deps: PictureDeps,
  who: Caller,
  { image, use }: Picture,
): Promise<StoredImage> {
  const { db, clock } = deps;
  const stored = await storePicture(deps, { image, use });
  const now = clock();
  await db.write(async (trx) => {
    await saveImage(trx, stored, now);
    await saveDesignPictures(trx, who.accountId, [stored.cid], MAX_DESIGN_PICTURES, now);
    await recordAction(trx, who, { action: 'addDesignPicture', fields: { image, use } }, now);
  });
  return stored;
}

async function storePicture(deps: PictureDeps, { image, use }: Picture): Promise<StoredImage> {
  const isBackground = use === 'background';
  const pdf = isBackground ? decodePdf(image) : undefined;
  if (!pdf) return storeImage(deps, 'image', image, { keepFormat: true, isBackground });
  const drawn = await deps.drawer.inTurn(PDF_MS, (draw) => draw({ pdf, side: PAGE_SIDE }));
  if ('errors' in drawn) throw new Problem('invalid_request', { details: drawn.errors });
  const { buffer, byteOffset, byteLength } = drawn.data;
  const data = Buffer.from(buffer, byteOffset, byteLength);
  return storePage(deps, { ...drawn, data, channels: 4 });
}

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
