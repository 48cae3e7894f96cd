import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * IdentityHash of an e-mail address (Open Badges 2.0 §IdentityHash): `sha256$` and the hexadecimal SHA-256 of the
 * address in lower case, followed by the salt where there is one.
 */
export function hashIdentity(email: string, salt = ''): string {
  return `sha256$${bytesToHex(sha256(utf8ToBytes(email.toLowerCase() + salt)))}`;
}
