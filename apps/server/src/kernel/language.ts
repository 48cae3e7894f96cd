import type { Language } from '@insignia/contract';

export type Direction = 'ltr' | 'rtl';

const rightToLeft: ReadonlySet<Language> = new Set(['ar']);

export function getTextDirection(language: Language): Direction {
  return rightToLeft.has(language) ? 'rtl' : 'ltr';
}

const days = new Map<Language, Intl.DateTimeFormat>();

export function formatLongDate(language: Language, date: Date): string {
  const known = days.get(language);
  const format = known ?? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  if (!known) days.set(language, format);
  const day = format.format(date);
  // CLDR data lacks the French ordinal.
  return language === 'fr' ? day.replace(/^1(?=\s)/, '1er') : day;
}

/** Requires a translation to have exactly the English keys and parameter types. */
export type TextsLike<T> = {
  [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...parts: infer P) => string
      ? (...parts: P) => string
      : TextsLike<T[K]>;
};
