import { base64 } from '@scure/base';
import type { PublicKey } from '../v3/verify/public-key.ts';

const MIN_RSA_BITS = 2_048;
/** In characters. An RSA key of 16,384 bits takes about 2,900. */
const MAX_PEM_LENGTH = 4_000;
const kinds: [kind: PublicKey['kind'], algorithm: object][] = [
  ['RSA', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }],
  ['P-256', { name: 'ECDSA', namedCurve: 'P-256' }],
  ['P-384', { name: 'ECDSA', namedCurve: 'P-384' }],
  ['Ed25519', { name: 'Ed25519' }],
];

/**
 * The key of a CryptographicKey (Open Badges 2.0 §CryptographicKey `publicKeyPem`). Throws if it
 * can't be used.
 */
export async function importPem(pem: string): Promise<PublicKey> {
  const [, body] =
    /-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----/.exec(
      pem.slice(0, MAX_PEM_LENGTH),
    ) ?? [];
  if (body === undefined) throw new Error('it isn’t a PEM public key');
  const bytes = base64.decode(body.replaceAll(/\s/g, '')) as Uint8Array<ArrayBuffer>;
  for (const [kind, algorithm] of kinds) {
    const key = await crypto.subtle
      .importKey('spki', bytes, algorithm as Algorithm, true, ['verify'])
      .catch(() => undefined);
    if (!key) continue;
    if (kind === 'RSA' && (key.algorithm as RsaKeyAlgorithm).modulusLength < MIN_RSA_BITS)
      throw new Error('it’s too short');
    return { kind, key };
  }
  throw new Error('its type isn’t supported');
}
