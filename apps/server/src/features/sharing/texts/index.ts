import type { Language } from '@insignia/contract';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { type EmailTexts, en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

const emailTexts: Record<Language, EmailTexts> = { en, de, fr, es, ar };

export function getEmailTexts(language: Language): EmailTexts {
  return emailTexts[language];
}
