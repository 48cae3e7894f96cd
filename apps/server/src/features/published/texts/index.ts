import type { Language } from '@insignia/contract';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type PublicTexts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

export type { PublicTexts } from './en.ts';

const publicTexts: Record<Language, PublicTexts> = { en, de, fr, es, ar };

export function getPublicTexts(language: Language): PublicTexts {
  return publicTexts[language];
}
