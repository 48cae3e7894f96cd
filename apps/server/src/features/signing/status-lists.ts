import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { emptyStatusList, MIN_STATUS_LIST_ENTRIES } from '@insignia/openbadges/v3';
import { newRoutedId } from '../../kernel/id.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { invalidateOnCommit } from '../../platform/db/invalidation.ts';
import {
  claimListPosition,
  claimListPositions,
  closeLists,
  insertStatusList,
  lockStatusLists,
  readIssuerAccount,
  setStatusBits,
} from './status-store.ts';

export const statusCacheTag = 'status';
export const statusListCacheTag = (id: string): string => `status/${id}`;

/** Sets the revocation bits of these credentials permanently. */
export async function markRevokedInLists(
  trx: Trx,
  credentialIds: string[],
  now: Date,
): Promise<void> {
  const lists = await lockStatusLists(trx, credentialIds);
  if (lists.length === 0) return;
  await setStatusBits(trx, credentialIds, now);
  trx.onCommit.wake(statusCacheTag);
  await invalidateOnCommit(trx, ...lists.map(statusListCacheTag));
}

/** Call this after restoring a database. See `closeLists`. */
export const closeStatusLists = (db: Database | Trx): Promise<number> =>
  closeLists(db, LIST_ENTRIES);

/**
 * Assigns a place that no other credential has or had. The place stays taken, even if the caller
 * fails.
 */
export async function assignStatusIndex(
  trx: Database | Trx,
  issuerId: string,
  now: Date,
): Promise<{ listId: string; index: number }> {
  for (;;) {
    const place = await claimListPosition(trx, issuerId, LIST_ENTRIES);
    if (place) return { listId: place.listId, index: permuteIndex(place.seed, place.nth) };
    await addStatusList(trx, issuerId, now);
  }
}

/** Like `assignStatusIndex`, for `count` credentials. */
export async function assignStatusIndexes(
  trx: Trx,
  issuerId: string,
  now: Date,
  count: number,
): Promise<{ listId: string; listIndex: number }[]> {
  const places: { listId: string; listIndex: number }[] = [];
  while (places.length < count) {
    const wanted = count - places.length;
    const found = await claimListPositions(trx, issuerId, LIST_ENTRIES, wanted);
    if (!found) await addStatusList(trx, issuerId, now);
    else
      for (let nth = found.first; nth < found.first + found.count; nth++)
        places.push({ listId: found.listId, listIndex: permuteIndex(found.seed, nth) });
  }
  return places;
}

async function addStatusList(trx: Database | Trx, issuerId: string, now: Date): Promise<void> {
  const bits = Buffer.from(emptyStatusList());
  const id = newRoutedId(await readIssuerAccount(trx, issuerId));
  const seed = randomBytes(16);
  await insertStatusList(trx, { id, issuerId, seed, bits, entries: LIST_ENTRIES, now });
}

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
