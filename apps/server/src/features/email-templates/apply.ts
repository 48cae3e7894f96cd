import {
  type AttributeValue,
  type EmailTemplate,
  fieldPlaceholder,
  fillPlaceholders,
  findPlaceholders,
  foldPlaceholder,
  type Language,
  type TemplateField,
} from '@insignia/contract';
import { formatLongDate } from '../../kernel/language.ts';
import { collapseWhitespace } from '../../kernel/plain-text.ts';
import type { Database } from '../../platform/db/index.ts';
import type { EmailContent, Mail } from '../../platform/mail/index.ts';
import { findFieldValues, findTemplates } from './store.ts';

type Values = Readonly<Record<string, string>>;

/** Longest subject, after its placeholders are filled in. */
const MAX_SUBJECT = 250;

/** The email with the account's current templates. */
export async function applyTemplates(
  db: Database,
  { accountId, about, email }: Pick<Mail, 'accountId' | 'about' | 'email'>,
): Promise<EmailContent> {
  if (!accountId || !email.template) return email;
  const { message, issuerId, badgeId } = email.template;
  const language = email.look?.language ?? 'en';
  const found = await findTemplates(db, { accountId, issuerId, badgeId }, { message, language });
  const templates = found.map(({ template }) => template);
  const fields = about && usesFields(templates) ? await findFieldValues(db, about) : [];
  return fillTemplates(email, templates, fieldValues(fields, language));
}

const usesFields = (templates: EmailTemplate[]): boolean =>
  templates.some((template) =>
    Object.values(template).some((text) =>
      findPlaceholders(text ?? '').some((name) => name.startsWith(fieldPlaceholder)),
    ),
  );

/** Values of custom fields, by placeholder. */
export function fieldValues(fields: AttributeValue[], language: Language): Values {
  return Object.fromEntries(
    fields.map(({ name, type, value }) => [
      foldPlaceholder(`${fieldPlaceholder}${name}`),
      type === 'date' ? formatLongDate(language, new Date(value)) : value,
    ]),
  );
}

/**
 * Replaces texts by those of the first template that has them. A line of the text is left out if a
 * placeholder in it has no value; any other field then falls back to the next template.
 */
export function fillTemplates(
  email: EmailContent,
  templates: EmailTemplate[],
  fields: Values,
): EmailContent {
  if (!email.template) return email;
  const { message, keepsText } = email.template;
  const values = { ...fields, ...email.template.values };
  const fill = (field: TemplateField, read: (text: string) => string | undefined) => {
    for (const template of templates) {
      const text = template[field];
      const filled = text === undefined ? undefined : read(text);
      if (filled) return filled;
    }
    return undefined;
  };
  const fillLine = (text: string) => {
    const filled = fillPlaceholders(text, values);
    return filled === undefined ? undefined : collapseWhitespace(filled);
  };
  const isGreeting = message !== 'claimCode';
  const greeting = isGreeting ? email.before[0] : undefined;
  const text = email.before.slice(isGreeting ? 1 : 0);
  const chosen = {
    subject: fill('subject', fillLine),
    greeting: fill('greeting', fillLine) ?? greeting,
    text: keepsText ? undefined : fill('text', (lines) => fillLines(lines, values)),
    button: fill('button', fillLine),
  };
  return {
    ...email,
    ...(chosen.subject && { subject: clip(chosen.subject, MAX_SUBJECT) }),
    before: [
      ...(chosen.greeting ? [chosen.greeting] : []),
      ...(chosen.text?.split(/\n{2,}/) ?? text),
    ],
    ...(email.button && chosen.button && { button: { ...email.button, label: chosen.button } }),
  };
}

/** Paragraphs, separated by a blank line. */
function fillLines(text: string, values: Values): string | undefined {
  const lines = text.split(/\r\n?|\n/).map((line) => fillPlaceholders(line, values)?.trimEnd());
  const paragraphs = lines.filter((line) => line !== undefined).join('\n');
  return paragraphs.trim() === '' ? undefined : paragraphs.trim();
}

function clip(text: string, max: number): string {
  const letters = [...text];
  return letters.length <= max ? text : `${letters.slice(0, max - 1).join('')}…`;
}
