import type SharpModule from 'sharp';
import type { Sharp } from 'sharp';
import { currentClient } from '../limits/call-context.ts';
import { createFairQueue, type FairQueueFigures } from '../limits/fair-queue.ts';
import { chooseSide, type ImageShape, MAX_PIXELS } from './rules.ts';

/** Upright, in sRGB, with or without an alpha channel. */
export type Pixels = { data: Buffer; width: number; height: number; channels: 3 | 4 };

/** Decodes and shrinks first: rotation and color profiles cost ten times as much at full size. */
export async function readPixels(
  bytes: Uint8Array,
  shape: ImageShape,
  maxSide?: number,
): Promise<Pixels> {
  const sharp = await loadSharp();
  const whole = sharp(bytes, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'warning',
    animated: false,
    ignoreIcc: true,
  });
  // Otherwise these would be converted, or shrunk in 16 bits, at full size.
  if (shape.depth === 16 || shape.colorSpace === 'cmyk')
    whole.pipelineColourspace(shape.colorSpace);
  const side = chooseSide(shape, maxSide);
  const small = await whole
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace(shape.colorSpace)
    .keepExif()
    .keepIccProfile()
    .tiff({ compression: 'none' })
    .toBuffer();
  const { data, info } = await sharp(small)
    .rotate()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, width, height, channels: channels === 4 ? 4 : 3 };
}

export async function openPixels({ data, ...raw }: Pixels): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(data, { raw });
}

/**
 * Each waiting piece of work keeps a picture in memory, so few may wait. One account may have fewer
 * waiting than the queue takes, so that it can't fill the queue.
 */
const queue = createFairQueue({
  slots: 2,
  slotsPerClient: 1,
  maxWaiting: 12,
  maxWaitingPerClient: 8,
});

export const pictureFigures: FairQueueFigures = queue.figures;

/**
 * Runs work on pixels, which takes a second at most: two at a time in the process and one per
 * client, which leaves threads and processors to everything else. The work must not wait for
 * anything but its own picture.
 */
export function runImageWork<T>(work: () => Promise<T>): Promise<T> {
  return queue.run(currentClient(), work);
}

/** Loads lazily: the library takes 30 MB. One thread per picture. */
export async function loadSharp(): Promise<typeof SharpModule> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
