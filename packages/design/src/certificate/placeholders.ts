/** Placeholders of certificate designs. Custom fields of the badge are `field:Name`. */
export const certificatePlaceholders = [
  'recipient_name',
  'badge_name',
  'badge_description',
  'certificate_text',
  'issuer_name',
  'issued_on',
  'issued_on_digits',
  'expires',
  'expires_digits',
  'dates',
  'results',
  'hours',
  'credits',
  'signatory_1_name',
  'signatory_1_title',
  'signatory_2_name',
  'signatory_2_title',
  'signatory_3_name',
  'signatory_3_title',
  'credential_id',
  'credential_url',
  'short_code',
  'short_url',
] as const;
export type CertificatePlaceholder = (typeof certificatePlaceholders)[number];

const fieldPlaceholder = 'field:';
const MAX_FIELD_NAME = 100;
const ISOLATES_LENGTH = 2;
const placeholderForm = /\{\{([^{}]*)\}\}/g;

export const listPlaceholders = (text: string): string[] =>
  Array.from(text.matchAll(placeholderForm), ([, name = '']) => name.trim());

/** Reason why a text can't be filled in, and the remedy. */
export function describePlaceholderError(text: string): string | undefined {
  const unknown = listPlaceholders(text).find((name) => !isKnownPlaceholder(name));
  if (unknown !== undefined)
    return `has the unknown placeholder {{${unknown.slice(0, 120)}}}. Use ${certificatePlaceholders.map((name) => `{{${name}}}`).join(', ')}, or {{field:Name}} for a custom field`;
  if (/\{\{|\}\}/.test(text.replaceAll(placeholderForm, '')))
    return 'has braces outside a placeholder. Write placeholders as {{recipient_name}}, or remove the braces';
  return undefined;
}

export function isKnownPlaceholder(name: string): boolean {
  if ((certificatePlaceholders as readonly string[]).includes(name)) return true;
  const field = name.startsWith(fieldPlaceholder) ? readFieldName(name) : '';
  return field !== '' && field.length <= MAX_FIELD_NAME;
}

const readFieldName = (name: string): string => name.slice(fieldPlaceholder.length).trim();

/** Values of a credential. `findField` returns the value of a custom field by its name. */
export type CertificateValues = Record<CertificatePlaceholder, string> & {
  findField: (name: string) => string | undefined;
};

function findValue(name: string, values: CertificateValues): string | undefined {
  return name.startsWith(fieldPlaceholder)
    ? values.findField(readFieldName(name))
    : values[name as CertificatePlaceholder];
}

/**
 * UTF-16 code units that the filled text has at most, with isolates around its values. `isComplete`
 * if each placeholder has a value.
 */
export function measureCertificateText(
  text: string,
  values: CertificateValues,
): { length: number; isComplete: boolean } {
  const found = listPlaceholders(text).map((name) => findValue(name, values) ?? '');
  const length = found.reduce((sum, value) => sum + value.length + ISOLATES_LENGTH, text.length);
  return { length, isComplete: !found.includes('') };
}

/** Encloses a value that would be mixed with the sentence around it. */
type IsolateValue = (value: string, sentence: string) => string;

/**
 * Replaces placeholders once: values aren't scanned again. `isComplete` if each has a value. The
 * text is cut at `maxLength` UTF-16 code units, because values may be long and repeated.
 */
export function fillCertificateText(
  text: string,
  values: CertificateValues,
  maxLength: number,
  isolate: IsolateValue = (value) => value,
): { text: string; isComplete: boolean } {
  let isComplete = true;
  let left = maxLength;
  // Names of placeholders are at odd places.
  const parts = text.split(placeholderForm).map((part, n) => {
    if (n % 2 === 0) return part;
    const value = findValue(part.trim(), values);
    isComplete &&= Boolean(value);
    const shown = value?.slice(0, left) ?? '';
    left -= shown.length;
    return shown;
  });
  const written = parts.filter((_, n) => n % 2 === 0).join('');
  const isAlone = parts.length === 3 && written.trim() === '';
  const sentence = letter.test(written) ? written : parts.join('');
  const filled = parts.map((part, n) => (n % 2 === 0 || isAlone ? part : isolate(part, sentence)));
  return { text: filled.join('').slice(0, maxLength), isComplete };
}

const letter = /\p{Letter}/u;
