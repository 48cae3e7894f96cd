import { type Edition, marks, readChunks, writeChunk } from './png.ts';

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
  const kept = readChunks(png).filter((chunk) => !isBaked(chunk.type, chunk.data, edition));
  const pieces = kept.map(({ start, end }) => png.subarray(start, end));
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
