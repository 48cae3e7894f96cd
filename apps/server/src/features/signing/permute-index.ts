import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { MIN_STATUS_LIST_ENTRIES } from '@insignia/openbadges/v3';

/** Entries per list. */
export const LIST_ENTRIES = MIN_STATUS_LIST_ENTRIES;
const HALF_BITS = 9;
const HALF_MASK = (1 << HALF_BITS) - 1;
const FEISTEL_ROUNDS = 8;

/**
 * The `nth` position of a list: a permutation, so no position repeats, and without the seed a
 * position doesn't reveal when it was assigned (Bitstring Status List 1.0, §6.1). An 18-bit Feistel
 * network with cycle walking.
 */
export function permuteIndex(seed: Buffer, nth: number): number {
  const key = createSecretKey(seed);
  let place = nth;
  do place = shuffle(key, place);
  while (place >= LIST_ENTRIES);
  return place;
}

function shuffle(key: KeyObject, value: number): number {
  let [left, right] = [value >> HALF_BITS, value & HALF_MASK];
  for (let round = 0; round < FEISTEL_ROUNDS; round++) {
    const digest = createHmac('sha256', key).update(`${round} ${right}`).digest();
    [left, right] = [right, left ^ (digest.readUInt16BE(0) & HALF_MASK)];
  }
  return (left << HALF_BITS) | right;
}
