import { fold } from './addresses.ts';
import { attributeLimits } from './attributes.ts';
import type { Language } from './brands.ts';

/** Emails to recipients whose wording can be changed. */
export const emailMessages = ['credential', 'reminder', 'claimCode'] as const;
export type EmailMessage = (typeof emailMessages)[number];

export const templateFields = ['subject', 'greeting', 'text', 'button'] as const;
export type TemplateField = (typeof templateFields)[number];
/** Fields that are set. A missing one falls back to the next level. */
export type EmailTemplate = { [Field in TemplateField]?: string | undefined };
export type EmailTemplates = {
  [Message in EmailMessage]?: { [Code in Language]?: EmailTemplate };
};

/** Lengths in UTF-16 units, and the number of placeholders in a field. */
export const templateLimits = {
  subject: 200,
  greeting: 200,
  text: 4_000,
  button: 60,
  placeholders: 50,
} as const;

const commonPlaceholders = ['badge_name', 'issuer_name', 'issuer_email'] as const;
const credentialPlaceholders = [
  'recipient_name',
  ...commonPlaceholders,
  'issued_on',
  'expires',
  'credential_url',
] as const;

/** Placeholders of each email. Emails about a credential also have its custom fields, as `field:Name`. */
export const templatePlaceholders: Record<EmailMessage, readonly string[]> = {
  credential: credentialPlaceholders,
  reminder: [...credentialPlaceholders, 'days_left'],
  // The name is typed by someone who hasn't confirmed the address.
  claimCode: commonPlaceholders,
};

/** The email with a claim code shows the code instead of a button. */
export const hasTemplateField = (message: EmailMessage, field: TemplateField): boolean =>
  message !== 'claimCode' || field !== 'button';

export const fieldPlaceholder = 'field:';
const placeholderForm = /\{\{([^{}]*)\}\}/g;

/** Name of a placeholder, in the form in which names are compared. */
export const foldPlaceholder = (name: string): string =>
  name.startsWith(fieldPlaceholder)
    ? `${fieldPlaceholder}${fold(name.slice(fieldPlaceholder.length).trim())}`
    : name;

/** Names of the placeholders in a text, without braces. */
export function findPlaceholders(text: string): string[] {
  return Array.from(text.matchAll(placeholderForm), ([, name = '']) => name.trim());
}

/** Replaces placeholders once: values aren't scanned again. Undefined if one has no value. */
export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string>>,
): string | undefined {
  let isComplete = true;
  const filled = text.replaceAll(placeholderForm, (_, name: string) => {
    const key = foldPlaceholder(name.trim());
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    isComplete &&= Boolean(value);
    return value ?? '';
  });
  return isComplete ? filled : undefined;
}

const listPlaceholders = (message: EmailMessage): string =>
  templatePlaceholders[message].map((name) => `{{${name}}}`).join(', ');

// Tags, entities, Markdown, and code of template languages.
const markups = [
  /<\/?[a-z!?%][^<>]{0,40}>?/i,
  /&(?:[a-z]{2,10}|#x?[\da-f]{1,6});/i,
  /!?\[[^[\]]*\]\([^()]*\)/,
  /\*\*[^*]{1,200}\*\*/,
  /\$\{|\{%/,
];

/** Reason why the text isn't a template, and the remedy. */
export function describeTemplateError(message: EmailMessage, text: string): string | undefined {
  const found = markups
    .map((markup) => markup.exec(text)?.[0])
    .find((match) => match !== undefined);
  if (found !== undefined)
    return `must be plain text: “${found.slice(0, 40)}” would appear as it is. Remove the markup`;
  const names = findPlaceholders(text);
  const known = templatePlaceholders[message];
  const unknown = names.find(
    (name) =>
      !known.includes(name) &&
      !(message !== 'claimCode' && name.startsWith(fieldPlaceholder) && isFieldName(name)),
  );
  if (unknown !== undefined) {
    const also = message === 'claimCode' ? '' : ', or {{field:Name}} for a custom field';
    return `has the unknown placeholder {{${unknown.slice(0, 120)}}}. Use ${listPlaceholders(message)}${also}`;
  }
  if (/[{}]/.test(text.replaceAll(placeholderForm, '')))
    return `has a brace outside a placeholder. Write placeholders as {{${known[0]}}}, or remove the brace`;
  if (names.length > templateLimits.placeholders)
    return `has ${names.length} placeholders. Use at most ${templateLimits.placeholders}`;
  return undefined;
}

function isFieldName(placeholder: string): boolean {
  const name = placeholder.slice(fieldPlaceholder.length).trim();
  return name !== '' && name.length <= attributeLimits.name;
}
