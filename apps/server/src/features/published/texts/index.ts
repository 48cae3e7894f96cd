import type { BadgeDetails, Language } from '@insignia/contract';
import { formatNumber } from '../../../kernel/language.ts';
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

/** Hours and credits of a badge that has them, for people. */
export function listAmounts(
  details: BadgeDetails | null,
  language: Language,
): { name: string; value: string }[] {
  const t = getPublicTexts(language);
  return (['hours', 'credits'] as const).flatMap((name) => {
    const value = details?.[name];
    return value === undefined ? [] : [{ name: t[name], value: formatNumber(language, value) }];
  });
}
