/// <reference path="./punycode.d.ts" />
import { toUnicode } from 'punycode/punycode.es6.js';
import { z } from 'zod';

const MAX_LOCAL_OCTETS = 64;
const MAX_ADDRESS_OCTETS = 254;
const MAX_DOMAIN_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

const visibleAscii = /^[\x20-\x7e]*$/;
/** A domain with a label in Punycode. */
const punycode = /(?:^|\.)xn--/i;
const octets = (text: string): number => new TextEncoder().encode(text).length;

function split(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf('@');
  return [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
}

/**
 * Returns the domain in ASCII (UTS #46), as mail servers and certificates use it. Undefined if the
 * text isn't a domain.
 */
export function asciiDomain(domain: string): string | undefined {
  // With these characters, the URL parser would read more than a host name.
  if (domain.length > MAX_ADDRESS_OCTETS || /[\s/?#@:\\[\]%]/.test(domain)) return undefined;
  if (/(?:^|\.)-|-(?:\.|$)/.test(domain)) return undefined;
  if (!URL.canParse(`http://${domain}`)) return undefined;
  const ascii = new URL(`http://${domain}`).hostname;
  const labels = ascii.split('.');
  const isDomain =
    ascii.length <= MAX_DOMAIN_LENGTH &&
    labels.length > 1 &&
    labels.every(
      (label) =>
        label.length <= MAX_LABEL_LENGTH && /^[a-z0-9-]+$/.test(label) && !/^-|-$/.test(label),
    ) &&
    /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(labels.at(-1) ?? '');
  return isDomain ? ascii : undefined;
}

/**
 * Returns the only form in which an internationalized address (RFC 6531) is stored, compared and
 * hashed: Unicode NFKC, so that full-width and other compatible letters are no address of their own,
 * with the domain in its own script and a non-ASCII local part in lower case. An ASCII address stays
 * as typed.
 */
export function canonicalAddress(typed: string): string {
  const address = typed.normalize('NFKC');
  const domain = address.slice(address.lastIndexOf('@') + 1);
  if (visibleAscii.test(address) && !punycode.test(domain)) return address;
  const unicode = unicodeDomain(domain);
  if (unicode === undefined) return address;
  const [local] = split(address);
  const name = visibleAscii.test(local) ? local : local.toLowerCase().normalize('NFKC');
  return `${name}@${unicode}`;
}

/** Returns the domain in its own script. Undefined if it isn't a domain or has malformed Punycode. */
function unicodeDomain(domain: string): string | undefined {
  const ascii = asciiDomain(domain);
  try {
    return ascii === undefined ? undefined : toUnicode(ascii);
  } catch {
    return undefined;
  }
}

const isDomain = (domain: string): boolean => unicodeDomain(domain) !== undefined;

/** Returns true if this is an email address in any script. Expects the canonical form. */
export function isAddress(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  if (visibleAscii.test(address))
    return z.regexes.email.test(address) && (!punycode.test(domain) || isDomain(domain));
  const [local] = split(address);
  if (octets(local) > MAX_LOCAL_OCTETS || octets(address) > MAX_ADDRESS_OCTETS) return false;
  if (/^\p{M}/u.test(local) || !isDomain(domain)) return false;
  // Letters, digits and marks of any script are as valid as ASCII ones.
  return z.regexes.email.test(`${local.replaceAll(/[\p{L}\p{M}\p{N}]/gu, 'x')}@example.org`);
}

/**
 * Returns the forms in which an address may be stored: the canonical one first, then the one with
 * an ASCII domain, which releases before 2026-11 stored as it was typed.
 */
export function storedForms(address: string): string[] {
  const canonical = canonicalAddress(address);
  const [local, domain] = split(canonical);
  const ascii = visibleAscii.test(domain) ? undefined : asciiDomain(domain);
  return ascii === undefined ? [canonical] : [canonical, `${local}@${ascii}`];
}

/**
 * Folds case and compatibility forms for search. Going through upper case also merges ς and σ, ß
 * and ss, ı and i.
 */
export function fold(text: string): string {
  const small = text.normalize('NFKC').toLowerCase().normalize('NFC').toUpperCase().toLowerCase();
  return small.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFC');
}

// Arabic and Hebrew points, Latin, Greek and Cyrillic accents, and invisible characters. Vowel signs
// of other scripts are letters.
const accents =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each mark counts by itself.
  / ?[\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20F0\uFE20-\uFE2F\u0640\u200B-\u200F]+/gu;
const apostrophes = /['`\u2018\u2019\u201B\u02B9\u02BB\u02BC\u02BD\u2032]/gu;
/** Letters that Unicode doesn't decompose, as people type them without the right keyboard. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ŋ: 'n' },
  ...{ ɨ: 'i', ʉ: 'u', ƶ: 'z', '\u0671': '\u0627', '\u0649': '\u064A', '\u0629': '\u0647' },
  ...{ '\u06A9': '\u0643', '\u06CC': '\u064A' },
  ...{ '\u2010': '-', '\u2011': '-', '\u2012': '-', '\u2013': '-', '\u2014': '-' },
};
const otherLetters = /[æœþøłđðħŧŋɨʉƶ\u0671\u0649\u0629\u06A9\u06CC\u2010-\u2014]/gu;

/**
 * Folds text for search: `fold`, then without accents and apostrophes. The database's `search_text`
 * does the same to stored text. Hangul and kana stay decomposed.
 */
export function foldSearch(text: string): string {
  return fold(text)
    .normalize('NFKD')
    .replaceAll(accents, '')
    .replaceAll(apostrophes, '')
    .replaceAll(otherLetters, (letter) => plainLetters[letter] ?? letter);
}

// Normalizing takes quadratic time in the combining marks of one letter, and bulk calls fold
// thousands of rows. One more than the longest address (RFC 5321 §4.5.3.1).
const MAX_ADDRESS_LENGTH = 255;

/** Like `fold`, for input of any length: longer texts are compared by their first characters. */
export function foldAddress(text: string): string {
  // Some characters expand to many.
  return fold(canonicalAddress(truncate(truncate(text.trim()).normalize('NFKC'))));
}

const truncate = (text: string): string => text.slice(0, MAX_ADDRESS_LENGTH).toWellFormed();
