import type { Json } from '../shared/read.ts';
import { encodeMultikey } from './did.ts';
import { formatDateTime } from './documents.ts';

/**
 * Signs bytes without exposing the key: with Web Crypto ({@link createWebCryptoEd25519Signer}) or a key service.
 * ES256 signs their SHA-256 and returns r and s, 32 bytes each.
 */
export type Signer<Algorithm extends 'Ed25519' | 'ES256' = 'Ed25519' | 'ES256'> = {
  algorithm: Algorithm;
  /** Address of the public key: a DID URL or a URL with a fragment. */
  verificationMethod: string;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
};

export function createWebCryptoEd25519Signer(
  verificationMethod: string,
  key: CryptoKey,
): Signer<'Ed25519'> {
  return { algorithm: 'Ed25519', verificationMethod, sign: signWith('Ed25519', key) };
}

export function createWebCryptoEs256Signer(
  verificationMethod: string,
  key: CryptoKey,
): Signer<'ES256'> {
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  return { algorithm: 'ES256', verificationMethod, sign: signWith(algorithm, key) };
}

function signWith(algorithm: AlgorithmIdentifier | EcdsaParams, key: CryptoKey): Signer['sign'] {
  return async (bytes) =>
    new Uint8Array(await crypto.subtle.sign(algorithm, key, bytes as Uint8Array<ArrayBuffer>));
}

export type GeneratedKey = {
  publicKeyMultibase: string;
  publicKeyJwk: JsonWebKey;
  /** Private key in PKCS #8. The caller encrypts it. */
  pkcs8: Uint8Array;
};

const algorithms = {
  Ed25519: 'Ed25519',
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
} as const;

/** Generates a key pair: Ed25519 for data integrity proofs, ES256 for JWTs. */
export async function generateKey(algorithm: Signer['algorithm']): Promise<GeneratedKey> {
  const { publicKey, privateKey } = (await crypto.subtle.generateKey(
    ...([algorithms[algorithm], true, ['sign', 'verify']] as const),
  )) as CryptoKeyPair;
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  return {
    publicKeyMultibase: await encodeMultikey(publicKey),
    publicKeyJwk: { kty, crv, x, ...(y === undefined ? {} : { y }) } as JsonWebKey,
    pkcs8: new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey)),
  };
}

/** Signer for an Ed25519 key from {@link generateKey}. */
export async function importEd25519Signer(
  pkcs8: Uint8Array,
  verificationMethod: string,
): Promise<Signer<'Ed25519'>> {
  return createWebCryptoEd25519Signer(verificationMethod, await privateKey('Ed25519', pkcs8));
}

/** Signer for an ES256 key from {@link generateKey}. */
export async function importEs256Signer(
  pkcs8: Uint8Array,
  verificationMethod: string,
): Promise<Signer<'ES256'>> {
  return createWebCryptoEs256Signer(verificationMethod, await privateKey('ES256', pkcs8));
}

function privateKey(algorithm: Signer['algorithm'], pkcs8: Uint8Array): Promise<CryptoKey> {
  return crypto.subtle.importKey(
    ...([
      'pkcs8',
      pkcs8 as Uint8Array<ArrayBuffer>,
      algorithms[algorithm],
      false,
      ['sign'],
    ] as const),
  );
}

export type PublishedKey = {
  publicKeyMultibase: string;
  /** For JWT libraries that read nothing else. */
  publicKeyJwk?: JsonWebKey | undefined;
  /**
   * Signatures after this time are invalid. A replaced key has none, and its signatures stay valid.
   */
  revoked?: Date | undefined;
};

/** A key's address: its controller with the key as fragment. */
export function verificationMethodId(controller: string, publicKeyMultibase: string): string {
  return `${controller}#${publicKeyMultibase}`;
}

/**
 * Keys of a controller, a DID or HTTPS address (Controlled Identifiers 1.0 §2.1). Replaced keys
 * stay listed, so that their signatures verify. Revoked ones are listed without permission.
 */
export function controllerDocument(id: string, keys: PublishedKey[]): Json {
  const isDid = id.startsWith('did:');
  return {
    '@context': [
      isDid ? 'https://www.w3.org/ns/did/v1' : 'https://www.w3.org/ns/cid/v1',
      'https://w3id.org/security/multikey/v1',
      ...(keys.some(({ publicKeyJwk }) => publicKeyJwk)
        ? ['https://w3id.org/security/suites/jws-2020/v1']
        : []),
    ],
    id,
    verificationMethod: keys.map(({ publicKeyMultibase, publicKeyJwk, revoked }) => ({
      id: verificationMethodId(id, publicKeyMultibase),
      controller: id,
      ...(publicKeyJwk
        ? { type: 'JsonWebKey2020', publicKeyJwk }
        : { type: 'Multikey', publicKeyMultibase }),
      ...(revoked ? { revoked: formatDateTime(revoked) } : {}),
    })),
    assertionMethod: keys
      .filter(({ revoked }) => !revoked)
      .map(({ publicKeyMultibase }) => verificationMethodId(id, publicKeyMultibase)),
  };
}
