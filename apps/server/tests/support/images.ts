import assert from 'node:assert/strict';
import sharp from 'sharp';

const cache = new Map<string, Promise<string>>();

export async function pngBytes(width = 64, height = 64, red = 200): Promise<Buffer> {
  return sharp({
    create: { width, height, channels: 4, background: { r: red, g: 90, b: 40, alpha: 0.9 } },
  })
    .png()
    .toBuffer();
}

export async function jpegBytes(width = 64, height = 64): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: { r: 20, g: 90, b: 160 } } })
    .jpeg()
    .toBuffer();
}

export const dataUri = (bytes: Uint8Array, type = 'image/png'): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** A small valid picture in the API's form. */
export function badgeImage(red = 200): Promise<string> {
  const known = cache.get(String(red)) ?? pngBytes(64, 64, red).then((bytes) => dataUri(bytes));
  cache.set(String(red), known);
  return known;
}

/** Channel difference of 255, on average and maximum. */
export type PixelDifference = { mean: number; single: number };

/** Compares RGBA pixels on white: transparent ones have no color. */
export function comparePixels(one: Uint8Array, other: Uint8Array): PixelDifference {
  assert.equal(one.length, other.length);
  let [sum, single] = [0, 0];
  for (let at = 0; at < one.length; at += 4) {
    const [alpha, beta] = [(one[at + 3] as number) / 255, (other[at + 3] as number) / 255];
    for (let n = at; n < at + 3; n++) {
      const by = Math.abs(((one[n] as number) - 255) * alpha - ((other[n] as number) - 255) * beta);
      sum += by;
      if (by > single) single = by;
    }
  }
  return { mean: sum / ((one.length / 4) * 3), single };
}
