import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EmailMessage, Language } from '@insignia/contract';
import { readTokenValues } from '@insignia/tokens/values';

/** Name, color and language of an email. */
export type EmailBranding = {
  language: Language;
  name: string;
  /** Text color for light and dark backgrounds, #rrggbb. */
  accent: { onLight: string; onDark: string };
  /** Color of areas without text. */
  band: { onLight: string; onDark: string };
  logo?: { light: string; dark?: string };
  footer: string[];
};

/** Content of an email. Both its text and HTML parts are made from it. */
export type EmailContent = {
  subject: string;
  /** Defaults to the service's look. Stored emails use this name. */
  look?: EmailBranding;
  /** Sender name and Reply-To. Defaults to the service. */
  sender?: { name: string; email: string };
  /** Shown first. The URL is the same for every recipient. */
  picture?: { url: string; alt: string };
  /** Paragraphs that precede the button. Those of an email with a template start with the greeting. */
  before: string[];
  /** Quoted text of a person. */
  quote?: { from: string; text: string };
  button?: { label: string; url: string };
  /** Secondary links, shown with full URLs. */
  links?: { label: string; url: string }[];
  /** A code to type or paste. */
  code?: string;
  /** Paragraphs after the button: who asked, how long it is valid, what to do if it wasn't you. */
  after: string[];
  /** The account's templates replace texts when the email is sent. */
  template?: TemplateContext;
};

/** Which templates apply to an email, and the values of their placeholders. */
export type TemplateContext = {
  message: EmailMessage;
  issuerId: string;
  badgeId: string;
  values: Record<string, string>;
  /** Templates replace the other texts only. */
  keepsText?: true;
};

export function createServiceBranding(language: Language): EmailBranding {
  const accent = { onLight: mailColors.light.accent ?? '', onDark: mailColors.dark.accent ?? '' };
  return { ...{ language, name: 'Insignia', footer: [] }, accent, band: accent };
}

const css = readFileSync(fileURLToPath(import.meta.resolve('@insignia/tokens/tokens.css')), 'utf8');

/** Design tokens as values, because many email programs lack custom properties. */
export const mailColors = {
  light: readTokenValues(css, 'light'),
  dark: readTokenValues(css, 'dark'),
};
