import { z } from 'zod';

const control = /\p{Cc}/u;
const controlButLines = /[^\P{Cc}\t\n\r]/u;

type Length = { min?: number; max: number };

function base(forbidden: RegExp, message: string) {
  return z
    .string()
    .refine((value) => value.isWellFormed(), { error: 'must be well-formed Unicode', abort: true })
    .refine((value) => !forbidden.test(value.trim()), { error: message, abort: true })
    .normalize('NFC')
    .trim();
}

function sized<T extends z.ZodString>(schema: T, { min = 1, max }: Length): T {
  const short = min === 1 ? 'must not be empty' : `must have at least ${min} characters`;
  return schema.min(min, short).max(max, `must have at most ${max} characters`);
}

/** One line of text: Unicode NFC, trimmed, no control characters. Lengths in UTF-16 units. */
export const line = (length: Length) =>
  sized(base(control, 'must not contain control characters'), length);

/** Text with line breaks and tabs. */
export const prose = (length: Length) =>
  sized(base(controlButLines, 'must not contain control characters'), length);

/** E-mail address as people write it; compared and hashed in lower case. At most 254 characters (RFC 5321 §4.5.3.1). */
export const email = line({ max: 254 }).pipe(z.email('must be an e-mail address'));

/** http or https URL of at most 2,048 characters, without credentials. */
export const webUrl = line({ max: 2_048 }).refine(isWebUrl, 'must be an http or https URL');

function isWebUrl(value: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  return url.hostname !== '' && url.username === '' && url.password === '';
}

/** A resource's id, bare or as the full URL (interface specification §2.1). */
export const idOrUrl = line({ max: 2_048 }).meta({ description: 'Bare id or full URL' });

/** Where a list goes on. */
export const paged = z.object({ lastEvaluatedKey: line({ max: 1_000 }).optional() });
