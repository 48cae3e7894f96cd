import { isObject, type Json } from '../../shared/read.ts';
import { type Curve, importMultikey } from '../multikey.ts';

/** A verification key. The algorithm follows from the key, never from the signed data. */
export type PublicKey = { kind: Curve | 'RSA'; key: CryptoKey };

/** A key of an unsupported type, which may well be genuine. */
export class UnknownKind extends Error {}

const leastModulus = 2_048;
const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/**
 * The key of a verification method or JWK. Throws for unknown keys and for exposed private keys.
 */
export async function publicKeyOf(method: Json): Promise<PublicKey> {
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
  const take = async (kind: PublicKey['kind'], how: object, jwk: object): Promise<PublicKey> => {
    const key = await crypto.subtle.importKey(
      ...(['jwk', jwk as JsonWebKey, how as Algorithm, true, ['verify']] as const),
    );
    return { kind, key };
  };
  if (kty === 'OKP' && crv === 'Ed25519') return take('Ed25519', { name: crv }, { kty, crv, x });
  if (kty === 'EC' && (crv === 'P-256' || crv === 'P-384'))
    return take(crv, { name: 'ECDSA', namedCurve: crv }, { kty, crv, x, y });
  if (kty === 'oct') throw new Error('it’s a shared secret, so anyone who knows it could sign');
  if (kty !== 'RSA') throw new UnknownKind('its type isn’t supported');
  const taken = await take('RSA', rsa, { kty, n, e });
  if ((taken.key.algorithm as RsaKeyAlgorithm).modulusLength < leastModulus)
    throw new Error('it’s too short');
  return taken;
}

/** Hash for a key type: for ECDSA, by curve size (Data Integrity ECDSA Cryptosuites §3.2.4). */
export function hashOf(kind: PublicKey['kind']): 'SHA-256' | 'SHA-384' {
  return kind === 'P-384' ? 'SHA-384' : 'SHA-256';
}

export function isSignatureOf(
  { kind, key }: PublicKey,
  signature: Uint8Array,
  bytes: Uint8Array,
): Promise<boolean> {
  const ecdsa = { name: 'ECDSA', hash: hashOf(kind) };
  const how = kind === 'RSA' ? rsa : kind === 'Ed25519' ? { name: kind } : ecdsa;
  type Bytes = Uint8Array<ArrayBuffer>;
  return crypto.subtle.verify(how, key, signature as Bytes, bytes as Bytes);
}
