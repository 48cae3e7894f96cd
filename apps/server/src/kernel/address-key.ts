import { canonicalAddress, foldAddress } from '@insignia/contract';

/**
 * The form in which addresses of users are compared: folded, as those of recipients are. An address
 * with letters that folding would merge with those of another one stays exact, or the owner of
 * gmaıl.com (dotless) would own the addresses of gmail.com. `selectAddressKey` computes it in SQL.
 */
export function toAddressKey(email: string): string {
  const folded = foldAddress(email);
  const exact = canonicalAddress(email.normalize('NFKC')).toLowerCase().normalize('NFC');
  return folded === exact ? folded : exact;
}

/** Key of a second claim by one address: earlier versions compared only folded addresses. */
export const toRepeatedKey = (key: string): string => `${key} `;
