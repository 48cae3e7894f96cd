import { type designOperations, MAX_DESIGN_PICTURES, type OperationBody } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { PDF_MS } from '../../platform/drawing/index.ts';
import {
  decodePdf,
  PAGE_SIDE,
  type StoredImage,
  saveImage,
  storeImage,
  storePage,
} from '../../platform/images/index.ts';
import { recordAction } from '../audit/index.ts';
import type { BadgeDeps } from './deps.ts';
import { saveDesignPictures } from './pictures-store.ts';

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
