import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64urlnopad } from '@scure/base';

/**
 * Returns a name for a bare public key: the SHA-256 of its required members in order (RFC 7638 §3).
 */
export async function thumbprintOf(key: CryptoKey): Promise<string> {
  const { crv, e, kty, n, x, y } = await crypto.subtle.exportKey('jwk', key);
  const required = kty === 'RSA' ? { e, kty, n } : { crv, kty, x, y };
  const bytes = utf8ToBytes(JSON.stringify(required)) as Uint8Array<ArrayBuffer>;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return base64urlnopad.encode(hash);
}
