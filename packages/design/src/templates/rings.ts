import { capitals, circleText, type TemplateLayer } from './build.ts';

type Own = Parameters<typeof circleText>[3];

/** Characters that fit a ring in spaced capitals. */
const MAX_CAPITALS = 44;

/**
 * Sets a name on a ring. Long names use mixed case and tight spacing, which takes a third less
 * room.
 */
export function createRingText(name: string, words: string, size: number, own: Own): TemplateLayer {
  const isLong = [...words].length > MAX_CAPITALS;
  const long = { letterSpacing: 0.02 };
  return isLong
    ? circleText(name, words, { size: size + 16 }, { ...own, ...long })
    : circleText(name, capitals(words), { size }, own);
}

/**
 * Splits a name into two parts of similar length, at a space or after a hyphen. Undefined for a
 * single word.
 */
export function splitInHalves(words: string): [string, string] | undefined {
  const cuts = [...words.matchAll(/\s+|(?<=-)(?=\S)/g)].map(
    ({ 0: gap, index }): [string, string] => [
      words.slice(0, index),
      words.slice(index + gap.length),
    ],
  );
  const longer = ([one, other]: [string, string]) => Math.max(one.length, other.length);
  return cuts.toSorted((one, other) => longer(one) - longer(other))[0];
}
