import { canonicalAddress } from '@insignia/contract';

/**
 * The form in which addresses of users are compared: one Unicode form in small letters. Unlike `foldAddress`,
 * it merges no letters, or the owner of gmaıl.com (dotless) would own the addresses of gmail.com.
 * `selectAddressKey` computes it in SQL.
 */
export const toAddressKey = (email: string): string =>
  canonicalAddress(email.normalize('NFKC')).toLowerCase().normalize('NFC');

/** Key of a second claim by one address: earlier versions compared only folded addresses. */
export const toRepeatedKey = (key: string): string => `${key} `;
