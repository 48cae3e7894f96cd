import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { createFinding, type Finding } from './finding.ts';
import { firstText, type Json } from './read.ts';

/**
 * IdentityHash of an email address (Open Badges 2.0 §IdentityHash): `sha256$` and the hex SHA-256
 * of the lower-case address followed by the salt, if any.
 */
export function hashIdentity(email: string, salt = ''): string {
  return `sha256$${bytesToHex(sha256(utf8ToBytes(email.toLowerCase() + salt)))}`;
}

/** One address, or several of one person, of which one must be the recipient's. */
export type RecipientEmail = string | readonly string[];

export const listEmails = (email: RecipientEmail): readonly string[] =>
  typeof email === 'string' ? [email] : email;

/** The result of a check. With several addresses, it names only the right one. */
export function describeRecipient(email: RecipientEmail, issuedTo: string | undefined): Finding {
  if (issuedTo !== undefined) return createFinding('valid', 'issued_to', { email: issuedTo });
  return typeof email === 'string'
    ? createFinding('invalid', 'not_issued_to', { email })
    : createFinding('invalid', 'not_issued_to_any');
}

const algorithms = new Map([
  ['sha256', sha256],
  ['md5', md5],
]);

/**
 * Returns true if an email address is the recipient's (Open Badges 2.0 §IdentityObject, §IdentityHash): in plain text, or hashed
 * with SHA-256 or MD5, with or without a salt. The address counts as typed and in lower case, an international domain in
 * both of its forms. Returns undefined for another kind of identity or another algorithm.
 */
export function isRecipient(identity: Json, email: string): boolean | undefined {
  if (!/(^|[:#/])email$/i.test(firstText(identity.type ?? identity['@type']) ?? ''))
    return undefined;
  const known = firstText(identity.identity) ?? '';
  const address = email.trim();
  const [, algorithm, digest] = /^(\w+)\$([0-9a-f]+)$/i.exec(known) ?? [];
  const forms = listAddressForms(address);
  if (!algorithm || !digest) return forms.includes(known.trim().toLowerCase());
  const hash = algorithms.get(algorithm.toLowerCase());
  if (!hash) return undefined;
  const salt = firstText(identity.salt) ?? '';
  return forms.some((form) => bytesToHex(hash(utf8ToBytes(form + salt))) === digest.toLowerCase());
}

/**
 * Returns the forms in which issuers may know an address: unchanged, in lower case, and with its
 * domain in ASCII.
 */
export function listAddressForms(address: string): string[] {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  const forms = [address, address.toLowerCase()];
  if (at === 0 || !/[^\x20-\x7e]/.test(domain) || !URL.canParse(`http://${domain}`)) return forms;
  const ascii = new URL(`http://${domain}`).hostname;
  return [...forms, ...forms.map((form) => form.slice(0, form.lastIndexOf('@') + 1) + ascii)];
}
