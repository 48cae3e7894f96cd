import type { FontFile } from './outliner.ts';

/**
 * Returns a font file that contains all these characters, or undefined if none does or it is still
 * loading.
 */
export type FindFallback = (points: number[], weight: number) => FontFile | undefined;

/** Families with a single weight. */
const single = ['Noto Sans Symbols 2', 'Noto Emoji'];

/**
 * Fonts for scripts that the design fonts lack. `coverage` lists them in order of preference.
 * `read` loads a file when its first glyph is needed.
 */
export function createFallbacks(
  coverage: string,
  read: (file: string) => Uint8Array | undefined,
): FindFallback {
  const families = readCoverage(coverage);
  const known = new Map<string, FontFile>();
  return (points, weight) => {
    const family = families.find((one) => points.every((point) => hasCodePoint(one, point)));
    if (!family) return undefined;
    const file = getFileName(family.name, weight);
    const bytes = known.has(file) ? undefined : read(file);
    if (bytes) known.set(file, { font: family.name, weight, bytes });
    return known.get(file);
  };
}

function getFileName(family: string, weight: number): string {
  const style = weight < 700 || single.includes(family) ? 'Regular' : 'Bold';
  // One file contains all regional forms.
  if (family.startsWith('Noto Sans CJK')) return `NotoSansCJK-${style}.otf`;
  return `${family.replaceAll(' ', '')}-${style}.ttf`;
}

/** A font family and its code points as sorted ranges: `from[n]` to `to[n]`. */
export type FontCoverage = { name: string; from: number[]; to: number[] };

/** Parses coverage.txt: one family per line, a tab, hexadecimal ranges. */
export function readCoverage(list: string): FontCoverage[] {
  return list
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

export function hasCodePoint({ from, to }: FontCoverage, codePoint: number): boolean {
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
