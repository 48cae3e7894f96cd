import { createPrivateKey, createPublicKey } from 'node:crypto';
import { generateKey } from '@insignia/openbadges/v3';
import { base58btc } from 'multiformats/bases/base58';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { iterateSealed, type SealedRows, type Sealer } from '../../platform/secrets/index.ts';
import { recordAction } from '../audit/index.ts';
import {
  deleteUnusedKeys,
  insertIssuerKey,
  lockKeyIssuer,
  readKeysAfter,
  readSealedKeysAfter,
  saveSealedKey,
  selectIssuerKeys,
} from './key-store.ts';
import { findWaitingKey, keyLeadMs } from './rules.ts';
import type { SignDeps, SigningKeyDeps } from './signers.ts';
import type { IssuerKeyRow } from './sql.ts';

/** Makes a key pair per proof type and encrypts the private keys. */
export async function createIssuerKey(
  trx: Trx,
  sealer: Sealer,
  issuerId: string,
  number: number,
  { now, usedFrom = now }: { now: Date; usedFrom?: Date },
): Promise<IssuerKeyRow> {
  const [proof, jwt] = await Promise.all([generateKey('Ed25519'), generateKey('ES256')]);
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  return {
    ...{ id: newId(), issuerId, number, createdAt: now, usedFrom, revokedAt: null, voidFrom: null },
    proofKey: proof.publicKeyMultibase,
    jwtKey: jwt.publicKeyMultibase,
    jwtJwk: jwt.publicKeyJwk,
    sealed: await sealer.seal(
      trx,
      JSON.stringify({ proof: base64(proof.pkcs8), jwt: base64(jwt.pkcs8) }),
    ),
  };
}

/** False if the SECRET that encrypted the key is lost. */
export function canOpenKey(sealer: Sealer, { sealed }: IssuerKeyRow): boolean {
  return sealer.readMark(sealed) !== undefined;
}

/** Keys this process can sign with. */
export function filterUsableKeys(sealer: Sealer, keys: IssuerKeyRow[]): IssuerKeyRow[] {
  return keys.filter((key) => !key.revokedAt && canOpenKey(sealer, key));
}

type EnsureKeysInput = Pick<SignDeps, 'db' | 'sealer' | 'invalidateIssuer'> & {
  issuerId: string;
  now: Date;
  /** Keys that the caller has just read. */
  known: IssuerKeyRow[];
};

/**
 * The issuer's keys. Makes one if there is none or all are lost. Of several concurrent ones, one is
 * kept.
 */
export async function ensureKeys({
  db,
  sealer,
  invalidateIssuer,
  issuerId,
  now,
  known,
}: EnsureKeysInput): Promise<IssuerKeyRow[]> {
  if (known.some((key) => !key.revokedAt && canOpenKey(sealer, key))) return known;
  await db.write(async (trx) => {
    if (known.length > 0) await sealer.holdLost(trx);
    const number = (known[0]?.number ?? 0) + 1;
    await insertIssuerKey(trx, await createIssuerKey(trx, sealer, issuerId, number, { now }));
  });
  if (known.length > 0) await invalidateIssuer(issuerId);
  return selectIssuerKeys(db, issuerId);
}

/** Adds a key: published now, used once everyone has had time to read it. */
export async function rotateKey(
  deps: Pick<SigningKeyDeps, 'db' | 'clock' | 'sealer' | 'invalidateIssuer'>,
  who: Caller,
  issuerId: string,
): Promise<IssuerKeyRow> {
  const { db, clock, sealer, invalidateIssuer } = deps;
  const created = await db.write(async (trx) => {
    if (!(await lockKeyIssuer(trx, who.accountId, issuerId))) throw new Problem('issuer_not_found');
    const now = clock();
    const keys = await selectIssuerKeys(trx, issuerId);
    const [newest] = keys;
    const waiting = findWaitingKey(keys, now);
    if (waiting && canOpenKey(sealer, waiting)) return waiting;
    const usable = filterUsableKeys(sealer, keys).map(({ id }) => id);
    const isFirst = usable.length === 0;
    if (isFirst && newest) await sealer.holdLost(trx);
    await deleteUnusedKeys(trx, issuerId, usable, now);
    const usedFrom = isFirst ? now : new Date(now.getTime() + keyLeadMs);
    const key = await createIssuerKey(trx, sealer, issuerId, (newest?.number ?? 0) + 1, {
      now,
      usedFrom,
    });
    await insertIssuerKey(trx, key);
    await recordAction(trx, who, { action: 'rotateIssuerKey', target: issuerId }, now);
    return key;
  });
  await invalidateIssuer(issuerId);
  return created;
}

export const issuerKeySecrets: SealedRows = {
  purpose: 'issuer keys',
  next: async (trx, after, limit) => {
    const rows = await readSealedKeysAfter(trx, after, limit);
    return rows.map(({ id, sealed }) => ({ id, sealed: [sealed] }));
  },
  set: (trx, { id, sealed: [sealed] }) => saveSealedKey(trx, id, sealed as Buffer),
};

/** Counts lost keys and the issuers left without any. */
export async function countLostKeys(
  db: Database,
  sealer: Sealer,
): Promise<{ keys: number; issuers: number }> {
  const lost = new Set<string>();
  const signing = new Set<string>();
  let keys = 0;
  const all = iterateSealed((after, limit) => readKeysAfter(db, after, limit));
  for await (const { issuerId, sealed } of all) {
    const isLost = sealer.readMark(sealed) === undefined;
    (isLost ? lost : signing).add(issuerId);
    if (isLost) keys += 1;
  }
  return { keys, issuers: lost.difference(signing).size };
}

/** Private keys of an issuer as text, by key. Null if the SECRET that encrypted a key is lost. */
export async function openIssuerKeys(
  db: Database | Trx,
  sealer: Sealer,
  issuerId: string,
): Promise<{ id: string; text: string | null }[]> {
  const keys = await selectIssuerKeys(db, issuerId);
  return keys.map((key) => ({
    id: key.id,
    text: canOpenKey(sealer, key) ? sealer.open(key.sealed) : null,
  }));
}

/** Encrypts the private keys of an issuer's keys. Returns ids of keys that they don't belong to. */
export async function sealIssuerKeys(
  trx: Trx,
  sealer: Sealer,
  issuerId: string,
  texts: ReadonlyMap<string, string | null>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const key of await selectIssuerKeys(trx, issuerId)) {
    const text = texts.get(key.id);
    if (text === undefined || (text !== null && !isPrivateKeyOf(text, key))) wrong.push(key.id);
    else if (text !== null) await saveSealedKey(trx, key.id, await sealer.seal(trx, text));
  }
  return wrong;
}

/** True if the private keys are the ones of the published keys. */
function isPrivateKeyOf(
  text: string,
  { proofKey, jwtKey, jwtJwk }: Pick<IssuerKeyRow, 'proofKey' | 'jwtKey' | 'jwtJwk'>,
): boolean {
  try {
    const { proof, jwt } = JSON.parse(text) as Record<string, string>;
    const [own, other] = [readPublicJwk(proof), readPublicJwk(jwt)];
    const decode = (part: string | undefined) => Buffer.from(part ?? '', 'base64url');
    const [x, y] = [decode(other.x), decode(other.y)];
    const point = [0x80, 0x24, (y.at(-1) ?? 0) % 2 === 1 ? 3 : 2, ...x];
    return (
      own.crv === 'Ed25519' &&
      other.crv === 'P-256' &&
      base58btc.encode(Uint8Array.of(0xed, 0x01, ...decode(own.x))) === proofKey &&
      base58btc.encode(Uint8Array.from(point)) === jwtKey &&
      jwtJwk.x === other.x &&
      jwtJwk.y === other.y
    );
  } catch {
    return false;
  }
}

function readPublicJwk(base64: string | undefined): JsonWebKey {
  const key = Buffer.from(base64 ?? '', 'base64');
  const own = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return createPublicKey(own).export({ format: 'jwk' });
}
