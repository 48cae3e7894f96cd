import type { Sharp } from 'sharp';
import { openPixels, type Pixels } from './pixels.ts';
import { choosePaletteSide, type ImageShape, isCostlyImage, MAX_STORED_BYTES } from './rules.ts';

export type EncodedImage = {
  bytes: Buffer;
  mediaType: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
};

export const BACKGROUND_SIDE = 2_480;
/** 300 dots per inch on a sheet of A4. */
export const PAGE_SIDE = 3_508;

/** Small pictures get the highest compression. */
const small = 256 * 1024;
/** Filters don't help with noise. */
const noiseRatio = 0.95;
/** The fastest search: slower ones take ten seconds for noise and find no better palette. */
const palette = { palette: true, effort: 1 } as const;

/** At most 1 MiB: full color, else a palette. */
export async function encodePng(pixels: Pixels, shape: ImageShape): Promise<EncodedImage> {
  const plain = await png(await openPixels(pixels), { compressionLevel: 6 });
  if (plain.bytes.length <= small)
    return chooseSmaller(plain, await png(await openPixels(pixels), { compressionLevel: 9 }));
  if (plain.bytes.length <= MAX_STORED_BYTES) return plain;
  if (plain.bytes.length < pixels.data.length * noiseRatio && !isCostlyImage(shape)) {
    const filters = { compressionLevel: 6, adaptiveFiltering: true };
    const filtered = await png(await openPixels(pixels), filters);
    if (filtered.bytes.length <= MAX_STORED_BYTES) return filtered;
  }
  const side = choosePaletteSide(shape, pixels.channels === 4);
  return png(resizeToFit(await openPixels(pixels), side), palette);
}

/** For previews that aren't stored. */
export async function encodePreview(pixels: Pixels): Promise<Buffer> {
  return (await openPixels(pixels)).webp({ quality: 85 }).toBuffer();
}

export async function encodeJpeg(pixels: Pixels): Promise<EncodedImage> {
  const full = await jpeg(await openPixels(pixels), 88);
  if (full.bytes.length <= MAX_STORED_BYTES) return full;
  return jpeg(resizeToFit(await openPixels(pixels), 768), 75);
}

/** Opaque, at most 1 MiB, and 210 dots per inch on a sheet of A4 if more don't fit. */
export async function encodeBackground(
  pixels: Pixels,
  maxSide = BACKGROUND_SIDE,
): Promise<EncodedImage> {
  const encode = async (side: number, quality: number): Promise<EncodedImage> =>
    finish(
      resizeToFit(await openPixels(pixels), side)
        .flatten({ background: '#fff' })
        .jpeg({ quality, chromaSubsampling: '4:4:4' }),
      'image/jpeg',
    );
  for (const side of new Set([maxSide, BACKGROUND_SIDE]))
    for (const quality of [88, 75]) {
      const full = await encode(side, quality);
      if (full.bytes.length <= MAX_STORED_BYTES) return full;
    }
  return encode(1_240, 75);
}

/** A smaller version for lists and pages. */
export async function encodeSize(
  pixels: Pixels,
  side: number,
  mediaType: EncodedImage['mediaType'],
): Promise<EncodedImage> {
  const sized = async (): Promise<Sharp> => resizeToFit(await openPixels(pixels), side);
  if (mediaType === 'image/jpeg') return jpeg(await sized(), 85);
  const plain = await png(await sized(), { compressionLevel: 6 });
  if (plain.bytes.length <= side * side * plainRatio) return plain;
  return chooseSmaller(plain, await png(await sized(), { ...palette, quality: 95 }));
}

/** Relative to one byte per pixel, the maximum of a palette. */
const plainRatio = 1 / 8;

function resizeToFit(image: Sharp, side: number): Sharp {
  return image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}

function chooseSmaller(one: EncodedImage, other: EncodedImage): EncodedImage {
  return other.bytes.length < one.bytes.length ? other : one;
}

async function png(image: Sharp, options: Parameters<Sharp['png']>[0]): Promise<EncodedImage> {
  return finish(image.png(options), 'image/png');
}

async function jpeg(image: Sharp, quality: number): Promise<EncodedImage> {
  return finish(image.jpeg({ quality, mozjpeg: true }), 'image/jpeg');
}

async function finish(image: Sharp, mediaType: EncodedImage['mediaType']): Promise<EncodedImage> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, mediaType, width: info.width, height: info.height };
}
