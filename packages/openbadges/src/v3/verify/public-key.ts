import { createFinding, type Finding } from '../../shared/finding.ts';
import { allTexts, isObject, type Json } from '../../shared/read.ts';
import { type Curve, importMultikey, UnsupportedKeyError } from '../did.ts';

/** A verification key. The algorithm follows from the key, never from the signed data. */
export type PublicKey = { kind: Curve | 'RSA'; key: CryptoKey };

const MIN_RSA_BITS = 2_048;
const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/**
 * The key of a verification method or JWK. Throws for unknown keys and for exposed private keys.
 */
export async function importPublicKey(method: Json): Promise<PublicKey> {
  const { publicKeyMultibase, publicKeyJwk } = method;
  if (method.secretKeyMultibase !== undefined || method.privateKeyMultibase !== undefined)
    throw new Error('its private key was published');
  if (typeof publicKeyMultibase === 'string') {
    const { curve, key } = await importMultikey(publicKeyMultibase);
    return { kind: curve, key };
  }
  const jwk = isObject(publicKeyJwk) ? publicKeyJwk : method;
  if (jwk.d !== undefined || jwk.k !== undefined) throw new Error('its private key was published');
  return importJwk(jwk);
}

async function importJwk({ kty, crv, x, y, n, e, use, key_ops: uses }: Json): Promise<PublicKey> {
  // RFC 7517 §4.2, §4.3.
  if ((use !== undefined && use !== 'sig') || (Array.isArray(uses) && !uses.includes('verify')))
    throw new Error('it isn’t for signatures');
  const importKey = async (
    kind: PublicKey['kind'],
    algorithm: object,
    jwk: object,
  ): Promise<PublicKey> => {
    const key = await crypto.subtle.importKey(
      ...(['jwk', jwk as JsonWebKey, algorithm as Algorithm, true, ['verify']] as const),
    );
    return { kind, key };
  };
  if (kty === 'OKP' && crv === 'Ed25519')
    return importKey('Ed25519', { name: crv }, { kty, crv, x });
  if (kty === 'EC' && (crv === 'P-256' || crv === 'P-384'))
    return importKey(crv, { name: 'ECDSA', namedCurve: crv }, { kty, crv, x, y });
  if (kty === 'oct') throw new Error('it’s a shared secret, so anyone who knows it could sign');
  if (kty !== 'RSA') throw new UnsupportedKeyError('its type isn’t supported');
  const imported = await importKey('RSA', rsa, { kty, n, e });
  if ((imported.key.algorithm as RsaKeyAlgorithm).modulusLength < MIN_RSA_BITS)
    throw new Error('it’s too short');
  return imported;
}

/** Hash for a key type: for ECDSA, by curve size (Data Integrity ECDSA Cryptosuites §3.2.4). */
export function getHashName(kind: PublicKey['kind']): 'SHA-256' | 'SHA-384' {
  return kind === 'P-384' ? 'SHA-384' : 'SHA-256';
}

export function verifySignature(
  { kind, key }: PublicKey,
  signature: Uint8Array,
  bytes: Uint8Array,
): Promise<boolean> {
  const ecdsa = { name: 'ECDSA', hash: getHashName(kind) };
  const algorithm = kind === 'RSA' ? rsa : kind === 'Ed25519' ? { name: kind } : ecdsa;
  type Bytes = Uint8Array<ArrayBuffer>;
  return crypto.subtle.verify(algorithm, key, signature as Bytes, bytes as Bytes);
}

/** Signatures only: with HMAC or `none`, anyone could sign (RFC 8725 §2.1). */
const algorithms = new Map<unknown, PublicKey['kind']>([
  ['RS256', 'RSA'],
  ['ES256', 'P-256'],
  ['ES384', 'P-384'],
  ['EdDSA', 'Ed25519'],
  ['Ed25519', 'Ed25519'],
]);
/** Valid signature algorithms that this package can't check. */
const unreadAlgorithms: unknown[] = [
  ...['RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256K', 'ES512', 'Ed448'],
];

/**
 * Returns the kind of key that the header of a JWS requires, or why the signature proves nothing.
 */
export function getKeyKind({ alg, crit }: Json): PublicKey['kind'] | Finding {
  if (unreadAlgorithms.includes(alg))
    return createFinding('unknown', 'algorithm_unsupported', { type: String(alg) });
  const kind = algorithms.get(alg);
  if (!kind)
    return createFinding('invalid', 'algorithm_unsafe', {
      type: allTexts(alg).join().slice(0, 20),
    });
  // Open Badges 3.0 §Create the JOSE Header allows no other members, and RFC 7515 §4.1.11 forbids
  // ignoring what `crit` names.
  return crit === undefined ? kind : createFinding('invalid', 'header_extended');
}
