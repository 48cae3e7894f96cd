import type { Language } from '@insignia/contract';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type VerifierTexts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

export type { VerifierTexts } from './en.ts';

const verifierTexts: Record<Language, VerifierTexts> = { en, de, fr, es, ar };

export function getVerifierTexts(language: Language): VerifierTexts {
  return verifierTexts[language];
}
