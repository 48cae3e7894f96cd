import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { fewestEntries } from '@insignia/openbadges/v3';

/** Entries per list. */
export const entries = fewestEntries;
const half = 9;
const mask = (1 << half) - 1;
const rounds = 8;

/**
 * The `nth` position of a list: a permutation, so no position repeats, and without the seed a
 * position doesn't reveal when it was assigned (Bitstring Status List 1.0, §6.1). An 18-bit Feistel
 * network with cycle walking.
 */
export function placeOf(seed: Buffer, nth: number): number {
  const key = createSecretKey(seed);
  let place = nth;
  do place = shuffle(key, place);
  while (place >= entries);
  return place;
}

function shuffle(key: KeyObject, value: number): number {
  let [left, right] = [value >> half, value & mask];
  for (let round = 0; round < rounds; round++) {
    const digest = createHmac('sha256', key).update(`${round} ${right}`).digest();
    [left, right] = [right, left ^ (digest.readUInt16BE(0) & mask)];
  }
  return (left << half) | right;
}
