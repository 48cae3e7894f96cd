import type { ErrorDetail } from '@insignia/contract';
import {
  checkShape,
  damagedImage,
  decodeBase64,
  type ImageRefusal,
  type ImageShape,
  isTooLarge,
  tooLargeImage,
} from './rules.ts';

/** Checks signature, end and size of a PNG or JPG, without decoding it. */
export function inspectImage(
  bytes: Uint8Array,
  isBackground = false,
): { shape: ImageShape; plain: Uint8Array } | ImageRefusal {
  if (isTooLarge(bytes)) return tooLargeImage;
  const unknownFormat = isBackground ? 'must be a PNG, a JPG or a PDF' : 'must be a PNG or JPG';
  const found = isPng(bytes)
    ? readPng(bytes)
    : isJpeg(bytes)
      ? readJpeg(bytes)
      : { refused: unknownFormat };
  if (!found) return { refused: 'is incomplete: the end of the image is missing' };
  if ('refused' in found) return found;
  // Cameras append zeros, and tools append a line break.
  for (let at = found.end; at < bytes.length; at++)
    if (![0, 0x0a, 0x0d].includes(bytes[at] ?? 0)) return trailing;
  return checkShape(found.shape) ?? { plain: bytes, ...found };
}

/** Type and size of a stored picture, or why it isn't one. */
export function readPictureShape(
  bytes: Uint8Array,
): { mediaType: 'image/png' | 'image/jpeg'; width: number; height: number } | ImageRefusal {
  const found = inspectImage(bytes);
  if ('refused' in found) return found;
  const { format, width, height } = found.shape;
  return { mediaType: `image/${format}`, width, height };
}

const trailing: ImageRefusal = {
  refused: 'has data after the end of the image. Save it again as a plain PNG or JPG',
};

export type MinimumSize = { width: number; height: number };

/** Errors of a picture that need no decoding. `minimumSize` is the minimum number of pixels. */
export function findImageErrors(
  field: string,
  text: unknown,
  minimumSize: MinimumSize = { width: 1, height: 1 },
): ErrorDetail[] {
  if (typeof text !== 'string') return [];
  const bytes = decodeBase64(text);
  const found = 'refused' in bytes ? bytes : inspectImage(bytes);
  if ('refused' in found) return [{ path: field, message: found.refused }];
  const small = checkMinimumSize(found.shape, minimumSize);
  return small ? [{ path: field, message: small.refused }] : [];
}

/** Like `findImageErrors`, for a picture of a whole page, which may also be a PDF. */
export function findBackgroundErrors(field: string, text: unknown): ErrorDetail[] {
  if (typeof text !== 'string' || decodePdf(text)) return [];
  const bytes = decodeBase64(text);
  const found = 'refused' in bytes ? bytes : inspectImage(bytes, true);
  return 'refused' in found ? [{ path: field, message: found.refused }] : [];
}

/** Viewers find the header of a PDF this far from the start of the file. */
const HEADER_BYTES = 1_024;

/** The file if it is a PDF, whatever its state. */
export function decodePdf(text: string): Buffer | undefined {
  const bytes = decodeBase64(text);
  if ('refused' in bytes || isTooLarge(bytes) || isPng(bytes) || isJpeg(bytes)) return undefined;
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return pdf.subarray(0, HEADER_BYTES).includes('%PDF-') ? pdf : undefined;
}

export function checkMinimumSize(
  { width, height }: ImageShape,
  minimumSize: MinimumSize,
): ImageRefusal | undefined {
  if (width >= minimumSize.width && height >= minimumSize.height) return undefined;
  return { refused: `must be at least ${minimumSize.width} by ${minimumSize.height} pixels` };
}

const MAX_SEGMENTS = 2_000;

const startOfScan = 0xda;

const endOfImage = 0xd9;

function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

/** Frame header, number of scans (JPEG B.2), and the offset after the last end marker. */
function readJpeg(
  bytes: Uint8Array,
): { shape: ImageShape; end: number } | ImageRefusal | undefined {
  const end = endOfJpeg(bytes);
  if (end === undefined) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, end);
  let shape: ImageShape | undefined;
  let [scans, segments] = [0, 0];
  for (const { marker, at } of iterateSegments(view)) {
    if (++segments > MAX_SEGMENTS)
      return { refused: 'has too many parts. Save it again as a baseline JPG' };
    if (isFrame(marker) && at + 10 <= end) shape ??= readShape(view, at);
    if (marker === startOfScan) scans++;
  }
  return shape ? { shape: { ...shape, scans }, end } : damagedImage;
}

/** Size of a JPG in color, or undefined for other pictures. */
export function readColorJpegSize(
  bytes: Uint8Array,
): Pick<ImageShape, 'width' | 'height'> | undefined {
  if (!isJpeg(bytes)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const { marker, at } of iterateSegments(view)) {
    if (!isFrame(marker) || at + 10 > bytes.length) continue;
    const { width, height, colorSpace } = readShape(view, at);
    return colorSpace === 'srgb' ? { width, height } : undefined;
  }
  return undefined;
}

/** Segments of the first picture in the file. */
function* iterateSegments(view: DataView): Generator<{ marker: number; at: number }> {
  for (let at = nextMarker(view, 2); at + 4 <= view.byteLength; ) {
    const marker = view.getUint8(at + 1);
    if (marker === endOfImage) return;
    yield { marker, at };
    at = nextMarker(view, at + 2 + view.getUint16(at + 2));
  }
}

/** A file may contain several pictures (JPEG B.1.1.3). */
function endOfJpeg(bytes: Uint8Array): number | undefined {
  for (let at = bytes.length - 2; at >= 2; at--)
    if (bytes[at] === 0xff && bytes[at + 1] === endOfImage) return at + 2;
  return undefined;
}

/** Skips coded pixels, stuffed zeros and restart markers. */
function nextMarker(view: DataView, from: number): number {
  for (let at = from; at + 1 < view.byteLength; at++) {
    if (view.getUint8(at) !== 0xff) continue;
    const marker = view.getUint8(at + 1);
    if (marker > 0x01 && marker < 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at;
  }
  return view.byteLength;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function readShape(view: DataView, at: number): ImageShape {
  const channels = view.getUint8(at + 9);
  return {
    format: 'jpeg',
    width: view.getUint16(at + 7),
    height: view.getUint16(at + 5),
    colorSpace: channels === 1 ? 'b-w' : channels === 4 ? 'cmyk' : 'srgb',
    bytes: channels,
    depth: view.getUint8(at + 4),
    isInterlaced: false,
    scans: 0,
  };
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const toChunkType = (type: string): number => Buffer.from(type, 'latin1').readUInt32BE();
const [header, data, end] = [toChunkType('IHDR'), toChunkType('IDAT'), toChunkType('IEND')];
/**
 * Chunks that affect the picture. Texts, times and animations are dropped: they can expand to
 * hundreds of megabytes.
 */
const requiredChunks = new Set([
  ...[header, data, end],
  ...['PLTE', 'tRNS', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'eXIf'].map(toChunkType),
]);

function isPng(bytes: Uint8Array): boolean {
  return signature.every((value, at) => bytes[at] === value);
}

type Chunk = { type: number; length: number; from: number; to: number };

/** Header (PNG §11.2.1), the offset after the last chunk, and the bytes needed to draw. */
function readPng(
  bytes: Uint8Array,
): { shape: ImageShape; end: number; plain: Uint8Array } | ImageRefusal | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ranges: [from: number, to: number][] = [[0, signature.length]];
  for (const chunk of iterateChunks(view)) {
    const { type, length, from, to } = chunk;
    if (from === signature.length && (type !== header || length !== 13)) return damagedImage;
    if (requiredChunks.has(type) && !(type === data && length === 0)) addRange(ranges, chunk);
    if (type === end) return { shape: readPngShape(view), end: to, plain: pick(bytes, ranges) };
  }
  return undefined;
}

function* iterateChunks(view: DataView): Generator<Chunk> {
  for (let from = signature.length; from + 12 <= view.byteLength; ) {
    const [length, type] = [view.getUint32(from), view.getUint32(from + 4)];
    const to = from + 12 + length;
    if (to > view.byteLength) return;
    yield { type, length, from, to };
    from = to;
  }
}

function addRange(ranges: [number, number][], { from, to }: Chunk): void {
  const last = ranges.at(-1);
  if (last?.[1] === from) last[1] = to;
  else ranges.push([from, to]);
}

function pick(bytes: Uint8Array, ranges: [number, number][]): Uint8Array {
  return Buffer.concat(ranges.map(([from, to]) => bytes.subarray(from, to)));
}

function readPngShape(view: DataView): ImageShape {
  const [depth, colourType] = [view.getUint8(24), view.getUint8(25)];
  // Gray, RGB, palette (decoded to RGB), gray with alpha, RGBA.
  const channels = { 0: 1, 2: 3, 3: 4, 4: 2 }[colourType] ?? 4;
  return {
    format: 'png',
    width: view.getUint32(16),
    height: view.getUint32(20),
    colorSpace: channels < 3 ? 'b-w' : 'srgb',
    bytes: channels * (depth === 16 ? 2 : 1),
    depth,
    isInterlaced: view.getUint8(28) === 1,
    scans: 1,
  };
}
