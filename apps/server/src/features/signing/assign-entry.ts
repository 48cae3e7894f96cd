import { randomBytes, randomUUID } from 'node:crypto';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import {
  type CredentialEdition,
  insertEntries,
  insertEntry,
  insertFirstEntry,
  listSignedBy,
  listUnsigned,
  lockEntry,
  type SigningEntry,
  type SigningRecord,
  setEntryKey,
} from './entry-store.ts';
import { insertIssuerKey, lockKey, selectIssuerKeys } from './key-store.ts';
import { canOpenKey, createIssuerKey, filterUsableKeys } from './keys.ts';
import { chooseSigningKey, isSignedAgain } from './rules.ts';
import type { IssuerKeyRow } from './sql.ts';
import { assignStatusIndex, assignStatusIndexes, markRevokedInLists } from './status-lists.ts';

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

type IssuerSigning = { sealer: Sealer; issuerId: string; now: Date };

/**
 * Assigns entries to those of an issuer's credentials that have none, and new keys where theirs can't
 * sign again. The caller has locked the credentials, and no upgrade of editions is running.
 */
export async function assignMissingEntries(
  trx: Trx,
  signing: IssuerSigning,
  ids: readonly string[],
): Promise<void> {
  const { sealer, issuerId, now } = signing;
  const keys = await selectIssuerKeys(trx, issuerId);
  const usable = new Set(filterUsableKeys(sealer, keys).map(({ id }) => id));
  const ended = keys.filter(({ id }) => !usable.has(id));
  const signed = ended.length > 0 ? await listSignedBy(trx, ids, ended) : [];
  const outdated = signed.filter(({ keyId, ...credential }) =>
    isNewKeyNeeded(
      sealer,
      keys.find(({ id }) => id === keyId),
      credential,
    ),
  );
  const unsigned = await listUnsigned(trx, ids);
  if (unsigned.length + outdated.length === 0) return;
  const { id: keyId } = await ensureCurrentKey(trx, signing, keys);
  for (const { id } of outdated) await setEntryKey(trx, id, keyId);
  const places = await assignStatusIndexes(trx, issuerId, now, unsigned.length);
  await insertEntries(
    trx,
    unsigned.map(({ id }, at) => ({
      ...{ id, keyId, ...(places[at] as { listId: string; listIndex: number }) },
      ...{ subjectId: randomUUID(), salt: randomBytes(16).toString('hex') },
    })),
  );
  const revoked = unsigned.filter(({ isRevoked }) => isRevoked).map(({ id }) => id);
  await markRevokedInLists(trx, revoked, now);
}

/** Makes a key if there is none or all are lost or revoked. */
async function ensureCurrentKey(
  trx: Trx,
  { sealer, issuerId, now }: IssuerSigning,
  keys: IssuerKeyRow[],
): Promise<IssuerKeyRow> {
  if (filterUsableKeys(sealer, keys).length > 0)
    return lockCurrentKey(trx, sealer, issuerId, keys, now);
  if (keys.length > 0) await sealer.holdLost(trx);
  const number = (keys[0]?.number ?? 0) + 1;
  await insertIssuerKey(trx, await createIssuerKey(trx, sealer, issuerId, number, { now }));
  return lockCurrentKey(trx, sealer, issuerId, await selectIssuerKeys(trx, issuerId), now);
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
