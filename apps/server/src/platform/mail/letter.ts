import type { Language } from '@insignia/contract';

/** In whose name and colour a letter is, and in which language. */
export type LetterBranding = {
  language: Language;
  name: string;
  /** Readable on light and on dark ground, #rrggbb. */
  accent: { onLight: string; onDark: string };
  /** Of what has no letters on it. */
  band: { onLight: string; onDark: string };
  logo?: { light: string; dark?: string };
  foot: string[];
};

/** What a mail says: the words once, from which both parts are made. */
export type Letter = {
  subject: string;
  /** Without it, the service's. Called so in the letters that are stored. */
  look?: LetterBranding;
  /** On whose behalf it goes out, and who gets the answers; without it, the service writes for itself. */
  sender?: { name: string; email: string };
  /** Shown above all, from an address that is the same for every reader. */
  picture?: { url: string; alt: string };
  /** Paragraphs before the button. */
  before: string[];
  /** Somebody's own words, shown as theirs. */
  quote?: { from: string; text: string };
  button?: { label: string; url: string };
  /** Less than the button: each with its address in full. */
  links?: { label: string; url: string }[];
  /** A code to type or paste, shown large. */
  code?: string;
  /** Paragraphs after the button: who asked, how long it holds, what to do when it was not you. */
  after: string[];
};
