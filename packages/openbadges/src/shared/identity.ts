import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * IdentityHash of an email address (Open Badges 2.0 §IdentityHash): `sha256$` and the hex SHA-256
 * of the lower-case address followed by the salt, if any.
 */
export function hashIdentity(email: string, salt = ''): string {
  return `sha256$${bytesToHex(sha256(utf8ToBytes(email.toLowerCase() + salt)))}`;
}
