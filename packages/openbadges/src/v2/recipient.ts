import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Json, text } from '../shared/read.ts';

const algorithms = new Map([
  ['sha256', sha256],
  ['md5', md5],
]);

/**
 * Whether an e-mail address is a recipient's (Open Badges 2.0 §IdentityObject, §IdentityHash): in the clear, or hashed
 * with SHA-256 or MD5, with or without a salt. Issuers hash an address as they know it or in lower case; both count.
 * Undefined when it cannot be told: another kind of identity, or another algorithm.
 */
export function isRecipient(identity: Json, email: string): boolean | undefined {
  if (!/(^|[:#/])email$/i.test(text(identity.type ?? identity['@type']) ?? '')) return undefined;
  const known = text(identity.identity) ?? '';
  const address = email.trim();
  const [, algorithm, digest] = /^(\w+)\$([0-9a-f]+)$/i.exec(known) ?? [];
  if (!algorithm || !digest) return known.trim().toLowerCase() === address.toLowerCase();
  const hash = algorithms.get(algorithm.toLowerCase());
  if (!hash) return undefined;
  const salt = text(identity.salt) ?? '';
  return [address, address.toLowerCase()].some(
    (form) => bytesToHex(hash(utf8ToBytes(form + salt))) === digest.toLowerCase(),
  );
}
