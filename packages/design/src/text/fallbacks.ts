import { hasLetter, readFamilies } from './coverage.ts';
import type { FontFile } from './outliner.ts';

/** The file that has all these letters, for the weight that is wanted; none also while it has not come yet. */
export type Fallbacks = (points: number[], weight: number) => FontFile | undefined;

/** Of these there is one weight. */
const single = ['Noto Sans Symbols 2', 'Noto Emoji'];

/**
 * The fonts of all the world's writings, for letters that the fonts of designs lack. `coverage` lists them in the order in
 * which they are tried; `read` gives a file once it is there, so that each is loaded when the first of its letters is set.
 */
export function createFallbacks(
  coverage: string,
  read: (file: string) => Uint8Array | undefined,
): Fallbacks {
  const families = readFamilies(coverage);
  const known = new Map<string, FontFile>();
  return (points, weight) => {
    const family = families.find((one) => points.every((point) => hasLetter(one, point)));
    if (!family) return undefined;
    const file = fileOf(family.name, weight);
    const bytes = known.has(file) ? undefined : read(file);
    if (bytes) known.set(file, { font: family.name, weight, bytes });
    return known.get(file);
  };
}

function fileOf(family: string, weight: number): string {
  const style = weight < 700 || single.includes(family) ? 'Regular' : 'Bold';
  // One file holds the forms of all countries.
  if (family.startsWith('Noto Sans CJK')) return `NotoSansCJK-${style}.otf`;
  return `${family.replaceAll(' ', '')}-${style}.ttf`;
}
