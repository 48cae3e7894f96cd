import type { Language } from '@insignia/contract';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type LetterTexts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

const all: Record<Language, LetterTexts> = { en, de, fr, es, ar };

export function textsIn(language: Language): LetterTexts {
  return all[language];
}
