import { canonicalAddress } from './addresses.ts';

/**
 * Text as searches compare it: case and compatibility forms do not matter. By way of capitals, so that letters with one
 * capital are one: ς and σ, ß and ss, ı and i.
 */
export function fold(text: string): string {
  const small = text.normalize('NFKC').toLowerCase().normalize('NFC').toUpperCase().toLowerCase();
  return small.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFC');
}

// To sort the marks of one letter, as all normalising does, costs the square of their number.
// One more than an address may have would do (RFC 5321 §4.5.3.1); thousands of rows are looked at in one go.
const mostOfAddress = 255;

/** The same of what may be no e-mail address, of any length: what is too long for one is compared by how it begins. */
export function foldAddress(text: string): string {
  // Some signs stand for many.
  return fold(canonicalAddress(begun(begun(text.trim()).normalize('NFKC'))));
}

const begun = (text: string): string => text.slice(0, mostOfAddress).toWellFormed();
