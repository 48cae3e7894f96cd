import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../fonts', import.meta.url));

/** Ranges of code points, sorted: the n-th goes from `from[n]` to `to[n]`. */
export type Family = { name: string; from: number[]; to: number[] };
let known: Family[] | undefined;

/** Folders with the font files, for Typst. */
export function fontFolders(): string[] {
  return [folder];
}

/** All families in the order in which they are tried, with the letters that they have. */
export function families(): Family[] {
  known ??= readFamilies('coverage.txt');
  return known;
}

export function readFamilies(list: string): Family[] {
  return readFileSync(join(folder, list), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', ranges = ''] = line.split('\t');
      const pairs = ranges
        .split(' ')
        .map((range) => range.split('-').map((hex) => parseInt(hex, 16)));
      return {
        name,
        from: pairs.map(([first = 0]) => first),
        to: pairs.map(([first = 0, last = first]) => last),
      };
    });
}

export function hasLetter({ from, to }: Family, codePoint: number): boolean {
  let low = 0;
  let high = from.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < (from[middle] ?? 0)) high = middle - 1;
    else if (codePoint > (to[middle] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
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
