import { type HolderKey, readHolderKey } from '@insignia/openbadges/v3';
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import { Problem } from '../../kernel/problem.ts';
import { isProofFor, isProofHeader } from './rules.ts';

type ProofContext = {
  /** Credential Issuer Identifier. */
  audience: string;
  now: Date;
  isNonce: (nonce: unknown) => boolean;
};

/** The keys that sign these proofs, each once. Throws `invalid_proof` or `invalid_nonce`. */
export async function verifyProofs(jwts: string[], context: ProofContext): Promise<HolderKey[]> {
  const keys: HolderKey[] = [];
  // One after the other: a request has at most ten, and other requests wait for the same thread.
  for (const jwt of jwts) keys.push(await verifyProof(jwt, context));
  const distinct = new Set(keys.map(({ jwk }) => JSON.stringify(Object.entries(jwk).sort())));
  if (distinct.size < keys.length) throw new Problem('invalid_proof');
  return keys;
}

async function verifyProof(
  jwt: string,
  { audience, now, isNonce }: ProofContext,
): Promise<HolderKey> {
  const read = await openProof(jwt).catch(() => undefined);
  if (!read || !isProofFor(audience, read.claims, now.getTime()) || read.claims.nonce === undefined)
    throw new Problem('invalid_proof');
  if (!isNonce(read.claims.nonce)) throw new Problem('invalid_nonce');
  return read.holder;
}

async function openProof(jwt: string) {
  const header = decodeProtectedHeader(jwt);
  const holder = readHolderKey(header);
  const { alg = '' } = header;
  const isMatching = holder && (alg === 'ES256') === (holder.jwk.kty === 'EC');
  if (!holder || !isMatching || !isProofHeader(header)) return undefined;
  const key = await importJWK(holder.jwk, alg);
  const { payload } = await compactVerify(jwt, key, { algorithms: [alg] });
  const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  if (typeof claims !== 'object' || claims === null) return undefined;
  return { holder, claims: claims as Record<string, unknown> };
}
