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

/** Re-encodes and stores what a user sent in `field`, and its smaller forms; nothing refers to them yet. */
export async function storeImage(
  deps: Deps,
  field: string,
  text: string,
  requirements: Requirements = {},
): Promise<StoredImage> {
  return storeForms(deps, await normalised(field, text, requirements));
}

/** The same of pixels that were drawn here. */
export async function storeDrawn(deps: Deps, drawn: Pixels): Promise<StoredImage> {
  return storeForms(deps, await inTurn(() => encodeDrawn(drawn)));
}

async function storeForms(deps: Deps, forms: Normalised): Promise<StoredImage> {
  const { sizes: smaller, ...image } = forms;
  const sizes = [];
  for (const { side, image } of smaller) sizes.push({ side, blob: await storeBlob(deps, image) });
  return { ...(await storeBlob(deps, image)), sizes };
}

/** The same without storing it: for what is looked at once. */
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

/** A blob's row comes first: what is stored and then not used is known, and collected a day later. */
export async function storeBlob({ db, images, clock }: Deps, image: Encoded): Promise<StoredImage> {
  const cid = cidOf(image.bytes);
  await touchImages(db, [{ cid, image }], clock());
  await images.put(image.bytes);
  return { cid, image, sizes: [] };
}

/** Makes the blobs ones that are referred to, in the transaction whose row does. */
export async function keepImage(trx: Trx, stored: StoredImage, now: Date): Promise<void> {
  await touchImages(trx, [stored, ...stored.sizes.map(({ blob }) => blob)], now);
  const links = stored.sizes.map(({ side, blob }) => ({ side, cid: blob.cid }));
  await linkSizes(trx, stored.cid, links);
}
