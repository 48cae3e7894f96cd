import type { Clock } from '../../kernel/clock.ts';
import { invalid } from '../../kernel/problem.ts';
import type { Database, Trx } from '../db/index.ts';
import { cidOf } from './cid.ts';
import type { Encoded } from './encode.ts';
import type { ImageStore } from './image-store.ts';
import { encodeDrawn, type Normalised, normaliseImage, type Requirements } from './normalise.ts';
import type { Pixels } from './pixels.ts';
import { linkSizes, touchImages } from './rows-store.ts';
import { inTurn } from './turns.ts';

export type StoredImage = {
  cid: string;
  image: Encoded;
  sizes: { side: number; blob: StoredImage }[];
};
type Deps = { db: Database; images: ImageStore; clock: Clock };

/**
 * Re-encodes and stores an uploaded picture with its smaller versions. Nothing refers to them yet.
 */
export async function storeImage(
  deps: Deps,
  field: string,
  text: string,
  requirements: Requirements = {},
): Promise<StoredImage> {
  return storeForms(deps, await normalised(field, text, requirements));
}

/** Like `storeImage`, for rendered pixels. */
export async function storeDrawn(deps: Deps, drawn: Pixels): Promise<StoredImage> {
  return storeForms(deps, await inTurn(() => encodeDrawn(drawn)));
}

async function storeForms(deps: Deps, forms: Normalised): Promise<StoredImage> {
  const { sizes: smaller, ...image } = forms;
  const sizes = [];
  for (const { side, image } of smaller) sizes.push({ side, blob: await storeBlob(deps, image) });
  return { ...(await storeBlob(deps, image)), sizes };
}

/** Like `storeImage`, without storing. */
export async function decodeImage(
  field: string,
  text: string,
  requirements: Requirements = {},
): Promise<StoredImage> {
  const { sizes: _, ...image } = await normalised(field, text, requirements);
  return { cid: cidOf(image.bytes), image, sizes: [] };
}

async function normalised(
  field: string,
  text: string,
  requirements: Requirements,
): Promise<Normalised> {
  const found = await normaliseImage(text, requirements);
  if ('refused' in found) throw invalid(field, found.refused);
  return found;
}

/** Writes the row before the blob, so that an unused blob is known and deleted a day later. */
export async function storeBlob({ db, images, clock }: Deps, image: Encoded): Promise<StoredImage> {
  const cid = cidOf(image.bytes);
  await touchImages(db, [{ cid, image }], clock());
  await images.put(image.bytes);
  return { cid, image, sizes: [] };
}

/** Marks blobs as used, in the transaction of the row that refers to them. */
export async function keepImage(trx: Trx, stored: StoredImage, now: Date): Promise<void> {
  await touchImages(trx, [stored, ...stored.sizes.map(({ blob }) => blob)], now);
  const links = stored.sizes.map(({ side, blob }) => ({ side, cid: blob.cid }));
  await linkSizes(trx, stored.cid, links);
}
