import { z } from 'zod';
import { canonicalAddress, isAddress } from './addresses.ts';

const control = /\p{Cc}/u;
const controlExceptLines = /[^\P{Cc}\t\n\r]/u;
// Normalizing sorts the combining marks of a letter in quadratic time. Half-width kana marks decompose to some.
const marks = /[\p{M}\uff9e\uff9f]+/gu;
const MAX_MARKS = 200;
/** NFC makes a text at most 4 times shorter (U+1F82, typed as four characters). */
const MAX_COMPOSED = 4;

type Length = { min?: number; max: number };

function text(forbidden: RegExp, { min = 1, max }: Length) {
  const short = min === 1 ? 'must not be empty' : `must have at least ${min} characters`;
  return z
    .string()
    .trim()
    .check(checkCharacters(forbidden, max * MAX_COMPOSED))
    .normalize('NFC')
    .min(min, short)
    .max(max, `must have at most ${max} characters`);
}

const checkCharacters =
  (forbidden: RegExp, maxTyped: number) =>
  (typed: z.core.ParsePayload<string>): void => {
    // Cuts a text that is too long in any normal form, keeping enough to detect that.
    if (typed.value.length > maxTyped)
      typed.value = typed.value.slice(0, maxTyped + 1).toWellFormed();
    const { value, issues } = typed;
    let message: string | undefined;
    if (!value.isWellFormed()) message = 'must be well-formed Unicode';
    else if (forbidden.test(value)) message = 'must not contain control characters';
    else if (value.match(marks)?.some((run) => run.length > MAX_MARKS))
      message = `must have at most ${MAX_MARKS} combining marks in a row`;
    if (message) issues.push({ code: 'custom', message, input: value, continue: false });
  };

/** One line: NFC, trimmed, no control characters. Lengths in UTF-16 units. */
export const line = (length: Length) => text(control, length);

/** Text with line breaks and tabs. */
export const prose = (length: Length) => text(controlExceptLines, length);

/**
 * Email address in any script (RFC 6531), in its canonical form. Compared and hashed in lower case.
 * At most 254 characters (RFC 5321 §4.5.3.1).
 */
export const email = line({ max: 254 })
  .overwrite(canonicalAddress)
  .refine(isAddress, 'must be an email address')
  .meta({ format: 'idn-email' });

/** http or https URL of at most 2,048 characters, without credentials. */
export const webUrl = line({ max: 2_048 }).refine(isWebUrl, 'must be an http or https URL');

function isWebUrl(value: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  return url.hostname !== '' && url.username === '' && url.password === '';
}

/** Color as #rrggbb, in lower case. */
export const color = z
  .string()
  .trim()
  .regex(/^#[\da-fA-F]{6}$/, 'must be a color, for example #24477f')
  .toLowerCase();

/** A resource's id, bare or as the full URL (interface specification §2.1). */
export const idOrUrl = line({ max: 2_048 }).meta({ description: 'ID or URL' });

export const paged = z.object({
  lastEvaluatedKey: line({ max: 1_000 })
    .optional()
    .meta({ description: 'From the previous page. Omit it for the first page' }),
});

export const nextPage = {
  lastEvaluatedKey: z
    .string()
    .optional()
    .meta({ description: 'Send it to get the next page. Absent on the last page' }),
};

/** Letters that people read for digits (Crockford base 32). */
const lookAlikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

const shortCode = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

const toHalfWidth = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) - 0xfee0);

/**
 * Reads a short code as people type it: in any case or width, with or without dashes and spaces, at
 * the end of a sentence, and with O for 0 and I or L for 1. Returns `XXXX-XXXX`, or undefined for any
 * other text.
 */
export function readShortCode(text: string): string | undefined {
  if (text.length > 22) return undefined;
  const plain = text.replaceAll(/[\uff10-\uff5a]/g, toHalfWidth);
  if (!/^[\w\s\p{Pd}]{8,20}\.?\s?$/u.test(plain)) return undefined;
  const symbols = plain
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}.]/gu, '')
    .replaceAll(/[OIL]/g, (letter) => lookAlikes[letter] ?? letter);
  const code = `${symbols.slice(0, 4)}-${symbols.slice(4)}`;
  return shortCode.test(code) ? code : undefined;
}
