export type ImageRefusal = { refused: string };

/** Properties read from a picture's header. */
export type ImageShape = {
  format: 'png' | 'jpeg';
  width: number;
  height: number;
  colorSpace: 'srgb' | 'b-w' | 'cmyk';
  /** Per decoded pixel. */
  bytes: number;
  depth: number;
  isInterlaced: boolean;
  /** Number of scans of a progressive JPG. */
  scans: number;
};

export const MAX_PIXELS = 25_000_000;
export const MAX_STORED_BYTES = 1024 * 1024;
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_SCANS = 20;
/** 12 scans of the largest picture. Programs write 10. */
const MAX_SCANNED_PIXELS = 12 * MAX_PIXELS;
const MAX_INTERLACED_BYTES = 32 * 1024 * 1024;
const MAX_CHEAP_BYTES = 48 * 1024 * 1024;

export const tooLargeImage: ImageRefusal = { refused: 'must be at most 5 MiB' };
const tooManyPixels: ImageRefusal = { refused: 'must be at most 25 megapixels' };
export const transparentImage: ImageRefusal = {
  refused: 'is fully transparent',
};
export const blankOnPaper: ImageRefusal = {
  refused: 'shows almost nothing on white paper. Use dark ink on a white or transparent background',
};
export const damagedImage: ImageRefusal = {
  refused: 'is damaged or not a readable PNG or JPG',
};

export function isTooLarge(bytes: Uint8Array): boolean {
  return bytes.length > MAX_BYTES;
}

/** Decodes base64 or a data URI, or returns the reason for refusal. */
export function decodeBase64(text: string): Uint8Array | ImageRefusal {
  const start = text.trimStart();
  const comma = start.startsWith('data:') ? start.indexOf(',') : -1;
  if (start.startsWith('data:') && !/;\s*base64$/i.test(start.slice(0, Math.max(0, comma))))
    return { refused: 'must be base64 (data:image/png;base64,…)' };
  const digits = start
    .slice(comma + 1)
    .trimEnd()
    .replace(/(?:=\s{0,2}){1,2}$/, '');
  // Checked first: the other steps scan all 8 MiB.
  if (invalidBase64.test(digits)) return notBase64;
  const length = digits.length - countSpaces(digits);
  if (length === 0) return { refused: 'must not be empty' };
  if (length > (MAX_BYTES * 4) / 3 + 4) return tooLargeImage;
  return length % 4 === 1 ? notBase64 : Buffer.from(digits, 'base64');
}

/** Any character that is neither a digit of either alphabet nor a space. */
const invalidBase64 = /[^\w+/ \t\n\v\f\r-]/;
const notBase64: ImageRefusal = { refused: 'must be a PNG or JPG in base64 or as a data URI' };

const isSpace = new Uint8Array(256);
for (const char of Buffer.from(' \t\n\v\f\r')) isSpace[char] = 1;

/** Byte by byte: removing millions of spaces by a regular expression takes 0.3 s. */
function countSpaces(text: string): number {
  if (!/\s/.test(text)) return 0;
  let count = 0;
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at++) count += isSpace[bytes[at] as number] as number;
  return count;
}

/** Refuses pictures that would take more than a second although the file is small. */
export function checkShape({ width, height, scans }: ImageShape): ImageRefusal | undefined {
  if (width * height > MAX_PIXELS) return tooManyPixels;
  if (scans > MAX_SCANS || scans * width * height > MAX_SCANNED_PIXELS)
    return { refused: 'has too many progressive scans. Save it again as a baseline JPG' };
  return undefined;
}

/**
 * Maximum side that fits the time limit. Interlaced pictures are slow, because their pixels are
 * scattered in memory.
 */
export function chooseSide(shape: ImageShape, maxSide = 1_024): number {
  return shape.isInterlaced && estimateMemory(shape) > MAX_INTERLACED_BYTES ? 512 : maxSide;
}

/** Maximum side for a palette. Transparency costs more. 960 always fits. */
export function choosePaletteSide(shape: ImageShape, hasAlpha: boolean): number {
  const [opaque, transparent] = isCostlyImage(shape) ? [640, 512] : [960, 768];
  return Math.min(chooseSide(shape), hasAlpha ? transparent : opaque);
}

/** Expensive to decode and shrink, which leaves less time for the rest. */
export function isCostlyImage(shape: ImageShape): boolean {
  return shape.colorSpace === 'cmyk' || estimateMemory(shape) > MAX_CHEAP_BYTES;
}

function estimateMemory({ width, height, bytes }: ImageShape): number {
  return width * height * bytes;
}

/** Out of 255: lighter pixels count as white paper. */
const MIN_INK = 24;

/** Fewer pixels with ink are dust: 6 of 300 by 100 pixels. A full stop has more. */
const MIN_INKED_SHARE = 1 / 5_000;

/** True if nothing but dust is visible when printed on white. */
export function isBlankOnWhite({ data, channels }: { data: Uint8Array; channels: 3 | 4 }): boolean {
  const limit = (data.length / channels) * MIN_INKED_SHARE;
  let inked = 0;
  for (let at = 0; at < data.length; at += channels) {
    const alpha = channels === 4 ? (data[at + 3] as number) : 255;
    const darkest = Math.min(data[at] as number, data[at + 1] as number, data[at + 2] as number);
    if ((255 - darkest) * alpha >= MIN_INK * 255 && ++inked >= limit) return false;
  }
  return true;
}
