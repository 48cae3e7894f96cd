export type Refusal = { refused: string };

/** What a picture's own bytes say of it before anything is decoded. */
export type Shape = {
  format: 'png' | 'jpeg';
  width: number;
  height: number;
  colours: 'srgb' | 'b-w' | 'cmyk';
  /** Of one pixel when it is decoded. */
  bytes: number;
  depth: number;
  isInterlaced: boolean;
  /** How often a progressive JPG goes over all pixels. */
  scans: number;
};

export const maxPixels = 25_000_000;
export const maxStored = 1024 * 1024;
const maxBytes = 5 * 1024 * 1024;
const maxScans = 20;
/** 12 scans of the largest picture; programs write 10. */
const maxScanned = 12 * maxPixels;
const maxInterlaced = 32 * 1024 * 1024;
const maxCheap = 48 * 1024 * 1024;

export const tooLarge: Refusal = { refused: 'must have at most 5 MiB' };
const tooManyPixels: Refusal = { refused: 'must have at most 25 megapixels' };
export const unseen: Refusal = { refused: 'shows nothing: all of it is transparent' };
export const unseenOnPaper: Refusal = {
  refused:
    'shows nothing on white paper: send what is written in dark ink, on a white or transparent ground',
};
export const damaged: Refusal = { refused: 'is damaged or not a PNG or JPG that can be read' };

export function isTooLarge(bytes: Uint8Array): boolean {
  return bytes.length > maxBytes;
}

/** Base64 or data URI to bytes; says why not. */
export function decodeBase64(text: string): Uint8Array | Refusal {
  const start = text.trimStart();
  const comma = start.startsWith('data:') ? start.indexOf(',') : -1;
  if (start.startsWith('data:') && !/;\s*base64$/i.test(start.slice(0, Math.max(0, comma))))
    return { refused: 'must be base64 (data:image/png;base64,…)' };
  const digits = start
    .slice(comma + 1)
    .trimEnd()
    .replace(/(?:=\s{0,2}){1,2}$/, '');
  // Before anything that goes on to the end: of 8 MiB that takes longer than all the rest.
  if (neither.test(digits)) return notBase64;
  const length = digits.length - spacesIn(digits);
  if (length === 0) return { refused: 'must not be empty' };
  if (length > (maxBytes * 4) / 3 + 4) return tooLarge;
  return length % 4 === 1 ? notBase64 : Buffer.from(digits, 'base64');
}

/** Digit of one of both alphabets, nor space. */
const neither = /[^\w+/ \t\n\v\f\r-]/;
const notBase64: Refusal = { refused: 'must be a PNG or JPG in base64 or as a data URI' };

const isSpace = new Uint8Array(256);
for (const char of Buffer.from(' \t\n\v\f\r')) isSpace[char] = 1;

/** By the byte where there are any: to take millions of them out by a regular expression takes 0.3 s. */
function spacesIn(text: string): number {
  if (!/\s/.test(text)) return 0;
  let count = 0;
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at++) count += isSpace[bytes[at] as number] as number;
  return count;
}

/** What would cost more than a second of work although it is small. */
export function refuseShape({ width, height, scans }: Shape): Refusal | undefined {
  if (width * height > maxPixels) return tooManyPixels;
  if (scans > maxScans || scans * width * height > maxScanned)
    return { refused: 'has too many progressive scans: save it again as a plain JPG' };
  return undefined;
}

/**
 * Pixels of the longer side that the whole work on a picture has time for. Interlaced pixels come from all over the
 * memory, so that a large picture of this kind has little left.
 */
export function sideFor(shape: Shape): number {
  return shape.isInterlaced && memoryOf(shape) > maxInterlaced ? 512 : 1_024;
}

/** The same for colours from a palette, which costs more with transparency, and up to 960 always fits. */
export function paletteSideFor(shape: Shape, hasAlpha: boolean): number {
  const [opaque, transparent] = isCostly(shape) ? [640, 512] : [960, 768];
  return Math.min(sideFor(shape), hasAlpha ? transparent : opaque);
}

/** To decode and shrink: there is less time for the rest. */
export function isCostly(shape: Shape): boolean {
  return shape.colours === 'cmyk' || memoryOf(shape) > maxCheap;
}

function memoryOf({ width, height, bytes }: Shape): number {
  return width * height * bytes;
}

/** Of 255: whatever is nearer to white is a sheet of paper, photographed or scanned. */
const leastInk = 24;

/** Whether nothing of it is seen where it is printed on white. */
export function isPaper({ data, channels }: { data: Uint8Array; channels: 3 | 4 }): boolean {
  for (let at = 0; at < data.length; at += channels) {
    const alpha = channels === 4 ? (data[at + 3] as number) : 255;
    for (let n = at; n < at + 3; n++)
      if ((255 - (data[n] as number)) * alpha >= leastInk * 255) return false;
  }
  return true;
}
