import { capitals, circleText, type Piece } from './build.ts';

type Own = Parameters<typeof circleText>[3];

/** Letters that a ring has room for as capitals, set wide. */
const few = 44;

/** A name on a ring: a long one in small letters, set close, which take a third less of it. */
export function onRing(name: string, words: string, size: number, own: Own): Piece {
  const isLong = [...words].length > few;
  const long = { letterSpacing: 0.02 };
  return isLong
    ? circleText(name, words, { size: size + 16 }, { ...own, ...long })
    : circleText(name, capitals(words), { size }, own);
}

/** Two of about one length, parted between words or after a hyphen; nothing where there is but one. */
export function halves(words: string): [string, string] | undefined {
  const cuts = [...words.matchAll(/\s+|(?<=-)(?=\S)/g)].map(
    ({ 0: gap, index }): [string, string] => [
      words.slice(0, index),
      words.slice(index + gap.length),
    ],
  );
  const longer = ([one, other]: [string, string]) => Math.max(one.length, other.length);
  return cuts.toSorted((one, other) => longer(one) - longer(other))[0];
}
