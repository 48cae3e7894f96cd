import { type FontCoverage, hasLetter, readCoverage } from '@insignia/design/coverage';
import { fontFolder, readFontList } from '../fonts.ts';

let known: FontCoverage[] | undefined;

/** Font folders for Typst. */
export function listFontFolders(): string[] {
  return [fontFolder];
}

/** All families in fallback order, with their characters. */
export function listFamilies(): FontCoverage[] {
  known ??= readCoverage(readFontList('coverage.txt'));
  return known;
}

/** Family names in fallback order. */
export function listFontNames(): string[] {
  return listFamilies().map(({ name }) => name);
}

/**
 * Preferred family for a text: the one that covers most of it, so that joining letters, spaces and
 * punctuation share a font. Noto Sans for text that starts in its scripts.
 */
export function chooseFont(text: string): string {
  const [usual, ...others] = listFamilies();
  if (!usual) throw new Error('there are no fonts');
  const letters = [...new Set(text.match(/\p{Letter}/gu))].map((char) => char.codePointAt(0) ?? 0);
  const [first] = letters;
  if (first === undefined || hasLetter(usual, first)) return usual.name;
  const [best] = others
    .filter((family) => hasLetter(family, first))
    .map((family) => ({
      family,
      count: letters.filter((letter) => hasLetter(family, letter)).length,
    }))
    .sort((a, b) => b.count - a.count);
  return (best?.family ?? usual).name;
}
