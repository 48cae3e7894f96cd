import { randomBytes, randomUUID } from 'node:crypto';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import {
  type Entry,
  holdEntry,
  insertEntry,
  insertFirstEntry,
  type Known,
  setKey,
} from './entry-store.ts';
import { holdKey, type KeyRow, keysOf } from './key-store.ts';
import { opens, usableKeys } from './keys.ts';
import { isSignedAnew, signingKey } from './rules.ts';
import { setStatuses, takePlace } from './statuses.ts';

type EntryInput = {
  id: string;
  issuerId: string;
  keys: KeyRow[];
  sealer: Sealer;
  now: Date;
};
export type Fixed = Entry & { key: KeyRow; isRevoked: boolean };

/**
 * Fixes what a credential is signed with, where nothing is in the way: it is not revoked, and nobody else signs it or revokes the key
 * at the same time. Two statements, since every first read waits for them. Undefined otherwise: `fixEntry` finds out why.
 */
export async function fixFirstEntry(
  db: Database,
  { keyId, revokedAt }: Known,
  { id, issuerId, keys, sealer, now }: EntryInput,
): Promise<Fixed | undefined> {
  const key = signingKey(usableKeys(sealer, keys), now);
  if (keyId !== null || revokedAt !== null || !key) return undefined;
  // A place is lost where somebody else is first. There are enough.
  const entry = await newEntry(db, key, issuerId, now);
  const inserted = await insertFirstEntry(db, id, entry);
  return inserted && { ...entry, ...inserted, key, isRevoked: false };
}

async function newEntry(
  db: Database | Trx,
  { id: keyId }: KeyRow,
  issuerId: string,
  now: Date,
): Promise<Omit<Entry, 'logoCid'>> {
  const { listId, index: listIndex } = await takePlace(db, issuerId, now);
  const salt = randomBytes(16).toString('hex');
  return { keyId, listId, listIndex, subjectId: randomUUID(), salt };
}

/**
 * Fixes a credential's key, status list entry and salt for all future signatures. Only a revoked or
 * lost key is replaced. Takes the same lock as revoking and erasing. Undefined if another request
 * was first or the credential is gone.
 */
export async function fixEntry(
  trx: Trx,
  { id, issuerId, keys, sealer, now }: EntryInput,
): Promise<Fixed | undefined> {
  const held = await holdEntry(trx, id);
  if (!held) return undefined;
  const key = await keyHeld(trx, sealer, issuerId, keys, now);
  const { isRevoked } = held;
  if (held.keyId !== null) {
    const own = (await keysOf(trx, issuerId)).find((each) => each.id === held.keyId);
    if (needsKey(sealer, own, held)) {
      if (own && !isSignedAnew(own, held.createdAt)) await sealer.holdLost(trx);
      await setKey(trx, id, key.id);
    }
    return undefined;
  }
  const entry = await insertEntry(trx, id, await newEntry(trx, key, issuerId, now));
  if (isRevoked) await setStatuses(trx, [id], now);
  return entry && { ...entry, key, isRevoked };
}

/**
 * Locks the signing key against revocation: otherwise a credential could be signed while its key's
 * credentials are being revoked.
 */
async function keyHeld(
  trx: Trx,
  sealer: Sealer,
  issuerId: string,
  known: KeyRow[],
  now: Date,
): Promise<KeyRow> {
  for (let keys = known; ; keys = await keysOf(trx, issuerId)) {
    const key = signingKey(usableKeys(sealer, keys), now);
    if (!key) throw new Error(`issuer ${issuerId} has no key to sign with`);
    if (await holdKey(trx, key.id)) return key;
  }
}

/**
 * True if the credential needs another key than `own`. Credentials about to be revoked with their
 * key keep it, because they are found by it.
 */
export function needsKey(
  sealer: Sealer,
  own: KeyRow | undefined,
  { createdAt, isRevoked }: { createdAt: Date; isRevoked: boolean },
): boolean {
  if (!own || isSignedAnew(own, createdAt)) return true;
  return (!own.revokedAt || isRevoked) && !opens(sealer, own);
}
