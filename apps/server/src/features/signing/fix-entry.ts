import { randomBytes, randomUUID } from 'node:crypto';
import type { Trx } from '../../platform/db/index.ts';
import { type Entry, holdEntry, insertEntry, setKey } from './entry-store.ts';
import { holdKey, type KeyRow, keysOf } from './key-store.ts';
import { isSignedAnew, signingKey } from './rules.ts';
import { setStatuses, takePlace } from './statuses.ts';

type EntryInput = { id: string; issuerId: string; keys: KeyRow[]; now: Date };
export type Fixed = Entry & { key: KeyRow; isRevoked: boolean };

/**
 * Fixes what a credential is signed with, once and for all who ask: key, place in a status list, salt. Only a revoked
 * key gives way to another. Held as whoever revokes or erases holds it, so that neither misses the other. Undefined where
 * others have been first, or it is gone.
 */
export async function fixEntry(
  trx: Trx,
  { id, issuerId, keys, now }: EntryInput,
): Promise<Fixed | undefined> {
  const held = await holdEntry(trx, id);
  if (!held) return undefined;
  const key = await keyHeld(trx, issuerId, keys, now);
  const { isRevoked } = held;
  if (held.keyId !== null) {
    if (needsKey(await keysOf(trx, issuerId), held)) await setKey(trx, id, key.id);
    return undefined;
  }
  const { listId, index } = await takePlace(trx, issuerId, now);
  const salt = randomBytes(16).toString('hex');
  const own = { keyId: key.id, listId, listIndex: index, subjectId: randomUUID(), salt };
  const entry = await insertEntry(trx, id, own);
  if (isRevoked) await setStatuses(trx, [id], now);
  return entry && { ...entry, key, isRevoked };
}

/** The key that signs, which nobody revokes meanwhile: else a credential could slip in behind those who revoke. */
async function keyHeld(trx: Trx, issuerId: string, known: KeyRow[], now: Date): Promise<KeyRow> {
  for (let keys = known; ; keys = await keysOf(trx, issuerId)) {
    const key = signingKey(keys, now);
    if (!key) throw new Error(`issuer ${issuerId} has no key to sign with`);
    if (await holdKey(trx, key.id)) return key;
  }
}

/** Whether it has to be signed with another key than it names. */
export function needsKey(
  keys: KeyRow[],
  { keyId, createdAt }: { keyId: string | null; createdAt: Date },
): boolean {
  const own = keys.find(({ id }) => id === keyId);
  return !own || isSignedAnew(own, createdAt);
}
