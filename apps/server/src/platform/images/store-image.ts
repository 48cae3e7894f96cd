import type { Clock } from '../../kernel/clock.ts';
import { invalid } from '../../kernel/problem.ts';
import type { Database, Trx } from '../db/index.ts';
import { computeCid } from './cid.ts';
import type { EncodedImage } from './encode.ts';
import type { ImageStore } from './image-store.ts';
import {
  encodePage,
  encodePixels,
  type ImageRequirements,
  type NormalizedImage,
  normalizeImage,
} from './normalize.ts';
import { type Pixels, runImageWork } from './pixels.ts';
import { linkSizes, touchImages } from './rows-store.ts';

export type StoredImage = {
  cid: string;
  image: EncodedImage;
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
  requirements: ImageRequirements = {},
): Promise<StoredImage> {
  return storeForms(deps, await normalizeOrThrow(field, text, requirements));
}

/** Like `storeImage`, for rendered pixels. */
export async function storePixels(deps: Deps, drawn: Pixels): Promise<StoredImage> {
  return storeForms(deps, await runImageWork(() => encodePixels(drawn)));
}

/** Like `storePixels`, for a page of print. */
export async function storePage(deps: Deps, drawn: Pixels): Promise<StoredImage> {
  return storeForms(deps, await runImageWork(() => encodePage(drawn)));
}

async function storeForms(deps: Deps, forms: NormalizedImage): Promise<StoredImage> {
  const { sizes, ...image } = forms;
  const smaller = sizes.map(({ side, image }) => ({ side, blob: nameBlob(image) }));
  const stored = { ...nameBlob(image), sizes: smaller };
  await storeBlobs(deps, [stored, ...smaller.map(({ blob }) => blob)]);
  return stored;
}

/** Like `storeImage`, without storing. */
export async function decodeImage(
  field: string,
  text: string,
  requirements: ImageRequirements = {},
): Promise<StoredImage> {
  const { sizes: _, ...image } = await normalizeOrThrow(field, text, requirements);
  return { cid: computeCid(image.bytes), image, sizes: [] };
}

async function normalizeOrThrow(
  field: string,
  text: string,
  requirements: ImageRequirements,
): Promise<NormalizedImage> {
  const found = await normalizeImage(text, requirements);
  if ('refused' in found) throw invalid(field, found.refused);
  return found;
}

export async function storeBlob(deps: Deps, image: EncodedImage): Promise<StoredImage> {
  const blob = nameBlob(image);
  await storeBlobs(deps, [blob]);
  return blob;
}

const nameBlob = (image: EncodedImage): StoredImage => ({
  ...{ cid: computeCid(image.bytes), image, sizes: [] },
});

/**
 * Writes the rows before the blobs, so that an unused blob is known and deleted a day later. One
 * transaction: on a busy disk, an upload waits for each commit.
 */
async function storeBlobs({ db, images, clock }: Deps, blobs: StoredImage[]): Promise<void> {
  await touchImages(db, blobs, clock());
  await Promise.all(blobs.map(({ image }) => images.put(image.bytes)));
}

/** Marks blobs as used, in the transaction of the row that refers to them. */
export async function saveImage(trx: Trx, stored: StoredImage, now: Date): Promise<void> {
  await touchImages(trx, [stored, ...stored.sizes.map(({ blob }) => blob)], now);
  const links = stored.sizes.map(({ side, blob }) => ({ side, cid: blob.cid }));
  await linkSizes(trx, stored.cid, links);
}
