import { generateKey } from '@insignia/openbadges/v3';
import { newId } from '../../kernel/id.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import type { SignDeps } from './deps.ts';
import { type IssuerKeyRow, insertIssuerKey, selectIssuerKeys } from './key-store.ts';

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
  return sealer.markOf(sealed) !== undefined;
}

/** Keys this process can sign with. */
export function filterUsableKeys(sealer: Sealer, keys: IssuerKeyRow[]): IssuerKeyRow[] {
  return keys.filter((key) => !key.revokedAt && canOpenKey(sealer, key));
}

type EnsureKeysInput = Pick<SignDeps, 'db' | 'sealer' | 'changed'> & {
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
  changed,
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
  if (known.length > 0) await changed(issuerId);
  return selectIssuerKeys(db, issuerId);
}
