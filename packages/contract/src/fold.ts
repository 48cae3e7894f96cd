import { canonicalAddress } from './addresses.ts';

/**
 * Folds case and compatibility forms for search. Going through upper case also merges ς and σ, ß
 * and ss, ı and i.
 */
export function fold(text: string): string {
  const small = text.normalize('NFKC').toLowerCase().normalize('NFC').toUpperCase().toLowerCase();
  return small.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFC');
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
