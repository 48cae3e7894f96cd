import type { ErrorDetail } from '@insignia/contract';
import { isJpeg, readJpeg } from './read-jpeg.ts';
import { isPng, readPng } from './read-png.ts';
import {
  decodeBase64,
  isTooLarge,
  type Refusal,
  refuseShape,
  type Shape,
  tooLarge,
} from './rules.ts';

/** Checks signature, end and size of a PNG or JPG, without decoding it. */
export function inspect(bytes: Uint8Array): { shape: Shape; plain: Uint8Array } | Refusal {
  if (isTooLarge(bytes)) return tooLarge;
  const found = isPng(bytes) ? readPng(bytes) : isJpeg(bytes) ? readJpeg(bytes) : unknown;
  if (!found) return { refused: 'is cut off: the end of the image is missing' };
  if ('refused' in found) return found;
  // Cameras append zeros, and tools append a line break.
  for (let at = found.end; at < bytes.length; at++)
    if (![0, 0x0a, 0x0d].includes(bytes[at] ?? 0)) return trailing;
  return refuseShape(found.shape) ?? { plain: bytes, ...found };
}

const unknown: Refusal = { refused: 'must be a PNG or JPG' };
const trailing: Refusal = {
  refused: 'has other data after the end of the image: save it again as a plain PNG or JPG',
};

export type Least = { width: number; height: number };

/** Errors of a picture that need no decoding. `least` is the minimum number of pixels. */
export function imageFaults(
  field: string,
  text: unknown,
  least: Least = { width: 1, height: 1 },
): ErrorDetail[] {
  if (typeof text !== 'string') return [];
  const bytes = decodeBase64(text);
  const found = 'refused' in bytes ? bytes : inspect(bytes);
  if ('refused' in found) return [{ path: field, message: found.refused }];
  const small = tooSmall(found.shape, least);
  return small ? [{ path: field, message: small.refused }] : [];
}

export function tooSmall({ width, height }: Shape, least: Least): Refusal | undefined {
  if (width >= least.width && height >= least.height) return undefined;
  return { refused: `must have at least ${least.width} by ${least.height} pixels` };
}
