import type { Language } from '@insignia/contract';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type PublicTexts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

export type { PublicTexts } from './en.ts';

const all: Record<Language, PublicTexts> = { en, de, fr, es, ar };

export function textsIn(language: Language): PublicTexts {
  return all[language];
}
