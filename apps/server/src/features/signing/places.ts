import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { fewestEntries } from '@insignia/openbadges/v3';

/** Entries of a list. */
export const entries = fewestEntries;
const half = 9;
const mask = (1 << half) - 1;
const rounds = 8;

/**
 * The `nth` place of a list in its own order: a permutation, so that no place comes twice, and without the seed nobody
 * tells from a place when it was given (Bitstring Status List 1.0, §6.1). A Feistel network over 18 bits; what falls
 * outside of the list goes through it again.
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
