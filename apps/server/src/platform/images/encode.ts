import type { Sharp } from 'sharp';
import { open, type Pixels } from './pixels.ts';
import { isCostly, maxStored, paletteSideFor, type Shape } from './rules.ts';

export type Encoded = {
  bytes: Buffer;
  mediaType: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
};

/** Small pictures get the highest compression. */
const small = 256 * 1024;
/** Filters don't help with noise. */
const noiseRatio = 0.95;
/** The fastest search: slower ones take ten seconds for noise and find no better palette. */
const palette = { palette: true, effort: 1 } as const;

/** At most 1 MiB: full color, else a palette. */
export async function encodePng(pixels: Pixels, shape: Shape): Promise<Encoded> {
  const plain = await png(await open(pixels), { compressionLevel: 6 });
  if (plain.bytes.length <= small)
    return smaller(plain, await png(await open(pixels), { compressionLevel: 9 }));
  if (plain.bytes.length <= maxStored) return plain;
  if (plain.bytes.length < pixels.data.length * noiseRatio && !isCostly(shape)) {
    const filters = { compressionLevel: 6, adaptiveFiltering: true };
    const filtered = await png(await open(pixels), filters);
    if (filtered.bytes.length <= maxStored) return filtered;
  }
  const side = paletteSideFor(shape, pixels.channels === 4);
  return png(shrunk(await open(pixels), side), palette);
}

/** For previews that aren't stored. */
export async function encodePreview(pixels: Pixels): Promise<Buffer> {
  return (await open(pixels)).webp({ quality: 85 }).toBuffer();
}

export async function encodeJpeg(pixels: Pixels): Promise<Encoded> {
  const full = await jpeg(await open(pixels), 88);
  if (full.bytes.length <= maxStored) return full;
  return jpeg(shrunk(await open(pixels), 768), 75);
}

/** A smaller version for lists and pages. */
export async function encodeSize(
  pixels: Pixels,
  side: number,
  mediaType: Encoded['mediaType'],
): Promise<Encoded> {
  const sized = async (): Promise<Sharp> => shrunk(await open(pixels), side);
  if (mediaType === 'image/jpeg') return jpeg(await sized(), 85);
  const plain = await png(await sized(), { compressionLevel: 6 });
  if (plain.bytes.length <= side * side * plainRatio) return plain;
  return smaller(plain, await png(await sized(), { ...palette, quality: 95 }));
}

/** Relative to one byte per pixel, the maximum of a palette. */
const plainRatio = 1 / 8;

function shrunk(image: Sharp, side: number): Sharp {
  return image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}

function smaller(one: Encoded, other: Encoded): Encoded {
  return other.bytes.length < one.bytes.length ? other : one;
}

async function png(image: Sharp, options: Parameters<Sharp['png']>[0]): Promise<Encoded> {
  return finish(image.png(options), 'image/png');
}

async function jpeg(image: Sharp, quality: number): Promise<Encoded> {
  return finish(image.jpeg({ quality, mozjpeg: true }), 'image/jpeg');
}

async function finish(image: Sharp, mediaType: Encoded['mediaType']): Promise<Encoded> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, mediaType, width: info.width, height: info.height };
}
