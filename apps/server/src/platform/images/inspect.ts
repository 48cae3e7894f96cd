import type { ErrorDetail } from '@insignia/contract';
import { isJpeg, readJpeg } from './read-jpeg.ts';
import { isPng, readPng } from './read-png.ts';
import {
  checkShape,
  decodeBase64,
  type ImageRefusal,
  type ImageShape,
  isTooLarge,
  tooLargeImage,
} from './rules.ts';

/** Checks signature, end and size of a PNG or JPG, without decoding it. */
export function inspectImage(
  bytes: Uint8Array,
): { shape: ImageShape; plain: Uint8Array } | ImageRefusal {
  if (isTooLarge(bytes)) return tooLargeImage;
  const found = isPng(bytes) ? readPng(bytes) : isJpeg(bytes) ? readJpeg(bytes) : unknownFormat;
  if (!found) return { refused: 'is incomplete: the end of the image is missing' };
  if ('refused' in found) return found;
  // Cameras append zeros, and tools append a line break.
  for (let at = found.end; at < bytes.length; at++)
    if (![0, 0x0a, 0x0d].includes(bytes[at] ?? 0)) return trailing;
  return checkShape(found.shape) ?? { plain: bytes, ...found };
}

const unknownFormat: ImageRefusal = { refused: 'must be a PNG or JPG' };
const trailing: ImageRefusal = {
  refused: 'has data after the end of the image. Save it again as a plain PNG or JPG',
};

export type MinimumSize = { width: number; height: number };

/** Errors of a picture that need no decoding. `least` is the minimum number of pixels. */
export function findImageErrors(
  field: string,
  text: unknown,
  least: MinimumSize = { width: 1, height: 1 },
): ErrorDetail[] {
  if (typeof text !== 'string') return [];
  const bytes = decodeBase64(text);
  const found = 'refused' in bytes ? bytes : inspectImage(bytes);
  if ('refused' in found) return [{ path: field, message: found.refused }];
  const small = checkMinimumSize(found.shape, least);
  return small ? [{ path: field, message: small.refused }] : [];
}

export function checkMinimumSize(
  { width, height }: ImageShape,
  least: MinimumSize,
): ImageRefusal | undefined {
  if (width >= least.width && height >= least.height) return undefined;
  return { refused: `must be at least ${least.width} by ${least.height} pixels` };
}
