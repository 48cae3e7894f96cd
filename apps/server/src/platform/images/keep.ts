import type { Clock } from '../../kernel/clock.ts';
import { invalid } from '../../kernel/problem.ts';
import type { Database, Trx } from '../db/index.ts';
import { cidOf } from './cid.ts';
import { deriveSizes } from './derive.ts';
import type { ImageStore } from './image-store.ts';
import { type Normalised, normaliseImage } from './normalise.ts';
import { linkSizes, touchImages } from './rows-store.ts';

export type Kept = { cid: string; image: Normalised; sizes: { side: number; blob: Kept }[] };
type Deps = { db: Database; images: ImageStore; clock: Clock };

/** Re-encodes and stores what a user sent in `field`, and its smaller forms; nothing refers to them yet. */
export async function storeImage(
  deps: Deps,
  field: string,
  text: string,
  keepFormat = false,
): Promise<Kept> {
  const image = await normaliseImage(text, keepFormat);
  if ('refused' in image) throw invalid(field, image.refused);
  const sizes = [];
  for (const { side, image: smaller } of await deriveSizes(image))
    sizes.push({ side, blob: await storeBlob(deps, smaller) });
  return { ...(await storeBlob(deps, image)), sizes };
}

/** A blob's row comes first: what is stored and then not used is known, and collected a day later. */
export async function storeBlob({ db, images, clock }: Deps, image: Normalised): Promise<Kept> {
  const cid = cidOf(image.bytes);
  await touchImages(db, [{ cid, image }], clock());
  await images.put(image.bytes);
  return { cid, image, sizes: [] };
}

/** Makes the blobs ones that are referred to, in the transaction whose row does. */
export async function keepImage(trx: Trx, kept: Kept, now: Date): Promise<void> {
  await touchImages(trx, [kept, ...kept.sizes.map(({ blob }) => blob)], now);
  const links = kept.sizes.map(({ side, blob }) => ({ side, cid: blob.cid }));
  await linkSizes(trx, kept.cid, links);
}
