import { randomInt } from 'node:crypto';

const RECOVERY_CODES = 10;
/** Without 0, 1, i, l, o and u: codes are copied by hand. */
const LETTERS = '23456789abcdefghjkmnpqrstvwxyz';

/** 10 codes of 49 random bits, such as 7h3k2-m9qxt. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${drawLetters()}-${drawLetters()}`);
}

const drawLetters = (): string =>
  Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
