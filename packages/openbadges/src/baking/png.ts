/** Version of Open Badges that a text was baked by. */
export type Edition = '2.0' | '3.0';

export type BakedText = { edition: Edition; text: string };

/**
 * Markers of a baked text: keyword of a PNG chunk, and SVG element with its namespace (Baking of
 * each version).
 */
export const marks: Record<Edition, { keyword: string; element: string; namespace: RegExp }> = {
  '2.0': {
    keyword: 'openbadges',
    element: 'assertion',
    namespace: /^http:\/\/openbadges\.org\/?$/,
  },
  '3.0': {
    keyword: 'openbadgecredential',
    element: 'credential',
    namespace: /^https:\/\/purl\.imsglobal\.org\/ob\/v3p0\/?$/,
  },
};

export const editions = ['2.0', '3.0'] as const satisfies Edition[];

/** PNG signature (PNG §5.2). */
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Encoders write 5 MiB in about 1,000 chunks. Empty ones cost more to parse than to send. */
const MAX_CHUNKS = 10_000;

/** A PNG chunk (PNG §5.3): type, data, and its range in the file. */
export type Chunk = { type: string; data: Uint8Array; start: number; end: number };

export function isPng(bytes: Uint8Array): boolean {
  return bytes.length > signature.length && signature.every((value, at) => bytes[at] === value);
}

/** Parses chunks up to IEND. Throws if the file isn't a PNG, truncated, or has too many chunks. */
export function readChunks(bytes: Uint8Array): Chunk[] {
  if (!isPng(bytes)) throw new Error('not a PNG');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at = signature.length; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) break;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), start: at, end });
    if (type === 'IEND') return chunks;
    if (chunks.length >= MAX_CHUNKS) throw new Error('the PNG has too many chunks');
    at = end;
  }
  throw new Error('the PNG is cut off');
}

/** Encodes a chunk: length, type, data and CRC (PNG §5.3). */
export function writeChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(12 + data.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  for (let at = 0; at < 4; at++) chunk[4 + at] = type.charCodeAt(at);
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
  return chunk;
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 (PNG Annex D). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
