import { type Family, hasLetter, readFamilies } from '@insignia/design/coverage';
import { fontFolder, readFontList } from '../fonts.ts';

let known: Family[] | undefined;

/** Folders with the font files, for Typst. */
export function fontFolders(): string[] {
  return [fontFolder];
}

/** All families in the order in which they are tried, with the letters that they have. */
export function families(): Family[] {
  known ??= readFamilies(readFontList('coverage.txt'));
  return known;
}

/** The names of all families, in the order in which they are tried. */
export function fontNames(): string[] {
  return families().map(({ name }) => name);
}

/**
 * The family to try before all others for a text: the one that has most of its letters, so that what joins its
 * neighbour, the spaces between and the signs are of one font; Noto Sans for what begins in its scripts.
 */
export function fontFor(text: string): string {
  const [usual, ...others] = families();
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
