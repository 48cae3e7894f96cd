import { type Language, languages } from '@insignia/contract';

export type Direction = 'ltr' | 'rtl';

const rightToLeft: ReadonlySet<Language> = new Set(['ar']);

export function getTextDirection(language: Language): Direction {
  return rightToLeft.has(language) ? 'rtl' : 'ltr';
}

/** The language that a browser prefers (RFC 9110 §12.5.4), or English. */
export function chooseLanguage(acceptLanguage = ''): Language {
  const ranges = acceptLanguage
    .slice(0, MAX_HEADER_LENGTH)
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [tag = '', weight] = range.split(';q=').map((part) => part.trim());
      return { primary: tag.split('-', 1)[0], q: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q);
  for (const { primary } of ranges) {
    const found = languages.find((language) => language === primary);
    if (found) return found;
  }
  return 'en';
}

const MAX_HEADER_LENGTH = 500;

const days = new Map<Language, Intl.DateTimeFormat>();

export function formatLongDate(language: Language, date: Date): string {
  const known = days.get(language);
  const format = known ?? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  if (!known) days.set(language, format);
  const day = format.format(date);
  // CLDR data lacks the French ordinal.
  return language === 'fr' ? day.replace(/^1(?=\s)/, '1er') : day;
}

/** A number with the separators and digits of the language. */
export function formatNumber(language: Language, value: number): string {
  return value.toLocaleString(language);
}

/** Requires a translation to have exactly the English keys and parameter types. */
export type TextsLike<T> = {
  [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...parts: infer P) => string
      ? (...parts: P) => string
      : TextsLike<T[K]>;
};
