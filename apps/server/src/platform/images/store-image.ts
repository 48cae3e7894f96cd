import { isBlank } from '@insignia/design/canvas';
import type { Clock } from '../../kernel/clock.ts';
import { invalid } from '../../kernel/problem.ts';
import type { Database, Trx } from '../db/index.ts';
import { computeCid } from './cid.ts';
import {
  BACKGROUND_SIDE,
  type EncodedImage,
  encodeBackground,
  encodeJpeg,
  encodePng,
  encodeSize,
  PAGE_SIDE,
} from './encode.ts';
import type { ImageStore } from './image-store.ts';
import { checkMinimumSize, inspectImage, type MinimumSize } from './inspect.ts';
import { type Pixels, readPixels, runImageWork } from './pixels.ts';
import { linkSizes, touchImages } from './rows-store.ts';
import {
  blankOnPaper,
  damagedImage,
  decodeBase64,
  type ImageRefusal,
  type ImageShape,
  isBlankOnWhite,
  transparentImage,
} from './rules.ts';

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

/**
 * `keepFormat` keeps JPG. `mustShow` refuses invisible pictures, for example on white paper.
 * `dropClear` reduces an invisible picture to one transparent pixel. `isBackground` keeps enough
 * pixels for a printed sheet.
 */
type ImageRequirements = {
  keepFormat?: boolean;
  mustShow?: boolean | 'on-paper';
  dropClear?: boolean;
  isBackground?: boolean;
  minimumSize?: MinimumSize;
};

type NormalizedImage = EncodedImage & { sizes: { side: number; image: EncodedImage }[] };

const clearPixel: Pixels = { width: 1, height: 1, channels: 4, data: Buffer.alloc(4) };

/** Pixels of the longer side, for pages and for lists and emails. */
const sizes = [512, 128] as const;

/**
 * Decodes and re-encodes an upload, so that only pixels remain: at most 1,024 px per side and 1
 * MiB, plus smaller versions. Takes at most a second, almost none of it on the event loop.
 */
async function normalizeImage(
  text: string,
  {
    keepFormat = false,
    mustShow = false,
    dropClear = false,
    isBackground = false,
    minimumSize,
  }: ImageRequirements,
): Promise<NormalizedImage | ImageRefusal> {
  const bytes = decodeBase64(text);
  if ('refused' in bytes) return bytes;
  const found = inspectImage(bytes, isBackground);
  if ('refused' in found) return found;
  const { shape, plain } = found;
  const small = minimumSize && checkMinimumSize(shape, minimumSize);
  if (small) return small;
  return runImageWork(async () => {
    const maxSide = isBackground ? BACKGROUND_SIDE : undefined;
    const pixels = await readPixels(plain, shape, maxSide).catch(() => undefined);
    if (!pixels) return damagedImage;
    const nothing = mustShow && findBlankError(pixels, mustShow);
    if (nothing) return nothing;
    if (dropClear && isClear(pixels)) return encodePixels(clearPixel);
    return withSizes(pixels, await encodeUpload(pixels, shape, { keepFormat, isBackground }));
  });
}

function encodeUpload(
  pixels: Pixels,
  shape: ImageShape,
  { keepFormat, isBackground }: { keepFormat: boolean; isBackground: boolean },
): Promise<EncodedImage> {
  if (isBackground) return encodeBackground(pixels);
  return keepFormat && shape.format === 'jpeg' ? encodeJpeg(pixels) : encodePng(pixels, shape);
}

function findBlankError(
  pixels: Pixels,
  mustShow: ImageRequirements['mustShow'],
): ImageRefusal | undefined {
  if (isClear(pixels)) return transparentImage;
  return mustShow === 'on-paper' && isBlankOnWhite(pixels) ? blankOnPaper : undefined;
}

function isClear({ channels, data }: Pixels): boolean {
  return channels === 4 && isBlank(data);
}

/** Like `normalizeImage`, for rendered pixels of bounded size. */
async function encodePixels(pixels: Pixels): Promise<NormalizedImage> {
  const { width, height } = pixels;
  const plain = { depth: 8, isInterlaced: false, scans: 1 } as const;
  const shape: ImageShape = {
    format: 'png',
    width,
    height,
    colorSpace: 'srgb',
    bytes: 4,
    ...plain,
  };
  return withSizes(pixels, await encodePng(pixels, shape));
}

/** Like `encodePixels`, for a page of print. */
async function encodePage(pixels: Pixels): Promise<NormalizedImage> {
  return withSizes(pixels, await encodeBackground(pixels, PAGE_SIDE));
}

async function withSizes(pixels: Pixels, image: EncodedImage): Promise<NormalizedImage> {
  const smaller = [];
  for (const side of sizes)
    if (side < Math.max(image.width, image.height))
      smaller.push({ side, image: await encodeSize(pixels, side, image.mediaType) });
  return { ...image, sizes: smaller };
}
