import { readChunks, writeChunk } from './png.ts';

const keyword = 'openbadges';
const marker = new TextEncoder().encode(`${keyword}\0`);
/** Bytes or characters: no assertion has more. */
export const mostBaked = 1024 * 1024;
export const tooLarge = 'what is baked in is too large';

/**
 * Bakes an assertion into a PNG (Open Badges 2.0 Baking §PNG): one uncompressed iTXt chunk `openbadges` directly after
 * IHDR, in place of any that was there. `assertion` is the hosted assertion's JSON. Bake last: whoever encodes the
 * picture again drops it.
 */
export function bakePng(png: Uint8Array, assertion: string): Uint8Array {
  const text = new TextEncoder().encode(`${keyword}\0\0\0\0\0${assertion}`);
  const kept = readChunks(png).filter((chunk) => !isBaked(chunk.type, chunk.data));
  const pieces = kept.map(({ start, end }) => png.subarray(start, end));
  const parts = [png.subarray(0, 8), ...pieces.slice(0, 1), writeChunk('iTXt', text)];
  return join([...parts, ...pieces.slice(1)]);
}

/** Whether a chunk is a baked assertion: iTXt, or tEXt as Open Badges 1.0 had it. */
export function isBaked(type: string, data: Uint8Array): boolean {
  if (type !== 'iTXt' && type !== 'tEXt') return false;
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
