import { type designOperations, MAX_DESIGN_PICTURES, type OperationBody } from '@insignia/contract';
import type { Design } from '@insignia/design';
import { isBlank } from '@insignia/design/canvas';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
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
import { filterOwnedPictures, saveDesignPictures } from './pictures-store.ts';

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
