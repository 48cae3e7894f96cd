import { generateKey } from '@insignia/openbadges/v3';
import { newId } from '../../kernel/id.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import { insertKey, type KeyRow, keysOf } from './key-store.ts';

/** A key pair for each form of proof, the private halves sealed. */
export async function makeKey(
  trx: Trx,
  sealer: Sealer,
  issuerId: string,
  number: number,
  { now, usedFrom = now }: { now: Date; usedFrom?: Date },
): Promise<KeyRow> {
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

/** The issuer's keys, the first made now when it has none: of several who make it at once one is kept. */
export async function keysAtNeed(
  db: Database,
  sealer: Sealer,
  issuerId: string,
  now: Date,
): Promise<KeyRow[]> {
  const known = await keysOf(db, issuerId);
  if (known.length > 0) return known;
  await db.transaction().execute(async (trx) => {
    await insertKey(trx, await makeKey(trx, sealer, issuerId, 1, { now }));
  });
  return keysOf(db, issuerId);
}
