import { randomBytes, randomUUID } from 'node:crypto';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import {
  type CredentialEdition,
  insertEntry,
  insertFirstEntry,
  lockEntry,
  type SigningEntry,
  type SigningRecord,
  setEntryKey,
} from './entry-store.ts';
import { type IssuerKeyRow, lockKey, selectIssuerKeys } from './key-store.ts';
import { canOpenKey, filterUsableKeys } from './keys.ts';
import { chooseSigningKey, isSignedAgain } from './rules.ts';
import { assignStatusIndex, markRevokedInLists } from './status-lists.ts';

type EntryInput = {
  id: string;
  issuerId: string;
  keys: IssuerKeyRow[];
  sealer: Sealer;
  now: Date;
};
export type AssignedEntry = SigningEntry & { key: IssuerKeyRow; isRevoked: boolean };

/**
 * Assigns a signing entry if the credential isn't revoked and still has the edition that was read,
 * and nobody signs it or revokes the key at the same time. Otherwise returns undefined, and
 * `assignEntry` finds the reason. Uses only two statements, because every first read waits for them.
 */
export async function assignFirstEntry(
  db: Database,
  known: SigningRecord,
  { id, issuerId, keys, sealer, now }: EntryInput,
): Promise<AssignedEntry | undefined> {
  const key = chooseSigningKey(filterUsableKeys(sealer, keys), now);
  if (known.keyId !== null || known.revokedAt !== null || !key) return undefined;
  // If another process is first, a place is lost. There are enough places.
  const entry = await createEntry(db, key, issuerId, now);
  const inserted = await insertFirstEntry(db, { ...known, id }, entry);
  return inserted && { ...entry, ...inserted, key, isRevoked: false };
}

async function createEntry(
  db: Database | Trx,
  { id: keyId }: IssuerKeyRow,
  issuerId: string,
  now: Date,
): Promise<Omit<SigningEntry, 'logoCid'>> {
  const { listId, index: listIndex } = await assignStatusIndex(db, issuerId, now);
  const salt = randomBytes(16).toString('hex');
  return { keyId, listId, listIndex, subjectId: randomUUID(), salt };
}

/**
 * Fixes a credential's key, status list entry and salt for all future signatures. Only a revoked or
 * lost key is replaced. Takes the same lock as revoking and erasing. Undefined if another request
 * was first, the credential is gone or has another edition.
 */
export async function assignEntry(
  trx: Trx,
  known: SigningRecord,
  { id, issuerId, keys, sealer, now }: EntryInput,
): Promise<AssignedEntry | undefined> {
  const credential = await lockEntry(trx, id);
  // Closing an issuer moves its credentials, so a record from before can't be signed any more.
  if (!credential || credential.accountId !== known.accountId) return undefined;
  if (!isSameEdition(credential, known)) return undefined;
  const key = await lockCurrentKey(trx, sealer, issuerId, keys, now);
  const { isRevoked } = credential;
  if (credential.keyId !== null) {
    const own = (await selectIssuerKeys(trx, issuerId)).find(
      (each) => each.id === credential.keyId,
    );
    if (isNewKeyNeeded(sealer, own, credential)) {
      if (own && !isSignedAgain(own, credential.createdAt)) await sealer.holdLost(trx);
      await setEntryKey(trx, id, key.id);
    }
    return undefined;
  }
  const entry = await insertEntry(trx, id, await createEntry(trx, key, issuerId, now));
  if (isRevoked) await markRevokedInLists(trx, [id], now);
  return entry && { ...entry, key, isRevoked };
}

const isSameEdition = (one: CredentialEdition, other: CredentialEdition): boolean =>
  one.badgeVersion === other.badgeVersion &&
  one.issuerVersion === other.issuerVersion &&
  one.corrections === other.corrections;

/**
 * Locks the signing key against revocation: otherwise a credential could be signed while its key's
 * credentials are being revoked.
 */
async function lockCurrentKey(
  trx: Trx,
  sealer: Sealer,
  issuerId: string,
  known: IssuerKeyRow[],
  now: Date,
): Promise<IssuerKeyRow> {
  for (let keys = known; ; keys = await selectIssuerKeys(trx, issuerId)) {
    const key = chooseSigningKey(filterUsableKeys(sealer, keys), now);
    if (!key) throw new Error(`issuer ${issuerId} has no signing key`);
    if (await lockKey(trx, key.id)) return key;
  }
}

/**
 * True if the credential needs another key than `own`. Credentials about to be revoked with their
 * key keep it, because they are found by it.
 */
export function isNewKeyNeeded(
  sealer: Sealer,
  own: IssuerKeyRow | undefined,
  { createdAt, isRevoked }: { createdAt: Date; isRevoked: boolean },
): boolean {
  if (!own || isSignedAgain(own, createdAt)) return true;
  return (!own.revokedAt || isRevoked) && !canOpenKey(sealer, own);
}
