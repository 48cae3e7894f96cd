import { damagedImage, type ImageRefusal, type ImageShape } from './rules.ts';

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

export function isPng(bytes: Uint8Array): boolean {
  return signature.every((value, at) => bytes[at] === value);
}

type Chunk = { type: number; length: number; from: number; to: number };

/** Header (PNG §11.2.1), the offset after the last chunk, and the bytes needed to draw. */
export function readPng(
  bytes: Uint8Array,
): { shape: ImageShape; end: number; plain: Uint8Array } | ImageRefusal | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ranges: [from: number, to: number][] = [[0, signature.length]];
  for (const chunk of iterateChunks(view)) {
    const { type, length, from, to } = chunk;
    if (from === signature.length && (type !== header || length !== 13)) return damagedImage;
    if (requiredChunks.has(type) && !(type === data && length === 0)) addRange(ranges, chunk);
    if (type === end) return { shape: readShape(view), end: to, plain: pick(bytes, ranges) };
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

function readShape(view: DataView): ImageShape {
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
