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
 * So do both forms of an international domain.
 * Undefined when it cannot be told: another kind of identity, or another algorithm.
 */
export function isRecipient(identity: Json, email: string): boolean | undefined {
  if (!/(^|[:#/])email$/i.test(text(identity.type ?? identity['@type']) ?? '')) return undefined;
  const known = text(identity.identity) ?? '';
  const address = email.trim();
  const [, algorithm, digest] = /^(\w+)\$([0-9a-f]+)$/i.exec(known) ?? [];
  const forms = formsOf(address);
  if (!algorithm || !digest) return forms.includes(known.trim().toLowerCase());
  const hash = algorithms.get(algorithm.toLowerCase());
  if (!hash) return undefined;
  const salt = text(identity.salt) ?? '';
  return forms.some((form) => bytesToHex(hash(utf8ToBytes(form + salt))) === digest.toLowerCase());
}

/** An address as issuers may know it: as it is, in lower case, and with its domain in ASCII. */
export function formsOf(address: string): string[] {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  const forms = [address, address.toLowerCase()];
  if (at === 0 || !/[^\x20-\x7e]/.test(domain) || !URL.canParse(`http://${domain}`)) return forms;
  const ascii = new URL(`http://${domain}`).hostname;
  return [...forms, ...forms.map((form) => form.slice(0, form.lastIndexOf('@') + 1) + ascii)];
}
