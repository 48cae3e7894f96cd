import { SaxesParser } from 'saxes';

/** Maximum bytes or characters of a baked text. */
export const MAX_BAKED_BYTES = 1024 * 1024;
export const tooLargeMessage = 'the embedded credential is too large';

/**
 * Bakes a hosted assertion's JSON into a PNG (Open Badges 2.0 Baking §PNG): one uncompressed iTXt
 * chunk `openbadges` directly after IHDR, replacing any earlier one. Bake last, because re-encoding
 * the picture drops it.
 */
export function bakePng(png: Uint8Array, assertion: string): Uint8Array {
  return bake(png, assertion, '2.0');
}

/**
 * Bakes a signed credential (JSON or compact JWS) into a PNG (Open Badges 3.0 §Baked Badge, PNG).
 * Keeps an Open Badges 2.0 assertion.
 */
export function bakeCredentialPng(png: Uint8Array, credential: string): Uint8Array {
  return bake(png, credential, '3.0');
}

function bake(png: Uint8Array, words: string, edition: Edition): Uint8Array {
  const text = new TextEncoder().encode(`${marks[edition].keyword}\0\0\0\0\0${words}`);
  const otherChunks = readChunks(png).filter((chunk) => !isBaked(chunk.type, chunk.data, edition));
  const pieces = otherChunks.map(({ start, end }) => png.subarray(start, end));
  const parts = [png.subarray(0, 8), ...pieces.slice(0, 1), writeChunk('iTXt', text)];
  return join([...parts, ...pieces.slice(1)]);
}

/** True for baked chunks: iTXt, or tEXt as in Open Badges 1.0. */
export function isBaked(type: string, data: Uint8Array, edition: Edition): boolean {
  if (type !== 'iTXt' && type !== 'tEXt') return false;
  const marker = new TextEncoder().encode(`${marks[edition].keyword}\0`);
  return marker.every((byte, at) => data[at] === byte);
}

function join(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A compact JWS goes into an attribute, JSON into the element. */
const compactJws = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Bakes a signed credential (JSON or compact JWS) into an SVG (Open Badges 3.0 §Baked Badge, SVG),
 * directly after the root's start tag, replacing any earlier one. Throws if the picture isn't
 * well-formed XML or not an SVG.
 */
export function bakeCredentialSvg(picture: string, credential: string): string {
  // XML normalizes line breaks the same way (XML 1.0 §2.11).
  const svg = picture.replaceAll(/\r\n?/g, '\n');
  if (credential.length > MAX_BAKED_BYTES) throw new Error(tooLargeMessage);
  const { end, isEmpty, baked } = read(svg);
  const [open, close] = ['<openbadges:credential', '</openbadges:credential>'];
  const namespace = ' xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"';
  const element = compactJws.test(credential)
    ? `${open}${namespace} verify="${credential}">${close}`
    : // A CDATA section ends at the first "]]>".
      `${open}${namespace}><![CDATA[${credential.replaceAll(']]>', ']]]]><![CDATA[>')}]]>${close}`;
  if (isEmpty) {
    return `${svg.slice(0, end - 2)}>${element}</svg>${svg.slice(end)}`;
  }
  let result = svg.slice(0, end) + element;
  let at = end;
  for (const [from, to] of baked) {
    result += svg.slice(at, from);
    at = to;
  }
  return result + svg.slice(at);
}

type Places = { end: number; isEmpty: boolean; baked: [number, number][] };

/** Position of the root's start tag, and of baked credentials. */
function read(svg: string): Places {
  const parser = new SaxesParser({ xmlns: true, position: true });
  let places: Places | undefined;
  const open: number[] = [];
  parser.on('error', (error) => {
    throw new Error(`the SVG isn’t valid XML: ${error.message}`);
  });
  parser.on('opentag', ({ name, local, uri, isSelfClosing }) => {
    // Within a tag, "<" occurs only at its start (XML 1.0 §3.1).
    const start = svg.lastIndexOf('<', parser.position - 1);
    if (!places) {
      if (name !== 'svg') throw new Error('not an SVG');
      places = { end: parser.position, isEmpty: isSelfClosing, baked: [] };
    }
    const { element, namespace } = marks['3.0'];
    open.push(local === element && namespace.test(uri) ? start : -1);
  });
  parser.on('closetag', () => {
    const start = open.pop() ?? -1;
    if (start >= 0 && !open.some((each) => each >= 0)) places?.baked.push([start, parser.position]);
  });
  parser.write(svg).close();
  if (!places) throw new Error('not an SVG');
  return places;
}

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
function writeChunk(type: string, data: Uint8Array): Uint8Array {
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
