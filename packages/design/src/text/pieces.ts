/** What stays on one line, and what is written where a line ends after it. */
export type Part = { text: string; end: '' | '-' };
/** With what parts it from the piece before when both are on one line. */
export type Piece = Part & { gap: '' | ' ' };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Written without spaces, and parted anywhere. */
const sign = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u;
/** What closes, small kana, and what belongs to the sign before (UAX #14: CL, CP, EX, NS, CM). */
const notFirst =
  /[\p{Pe}\p{Pf}\p{Mark}\p{Default_Ignorable_Code_Point}、。，．・：；？！…‥ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ%,.!?;:]/u;
/** What opens (UAX #14: OP). */
const notLast = /[\p{Ps}\p{Pi}]/u;

/** Words, and the signs of Chinese and Japanese one by one. */
export function piecesOf(line: string): Piece[] {
  return line
    .trim()
    .split(/\s+/)
    .flatMap((word) =>
      partsOf(word).map((text, n): Piece => ({ text, gap: n === 0 ? ' ' : '', end: '' })),
    );
}

function partsOf(word: string): string[] {
  if (!sign.test(word)) return [word];
  const parts: string[] = [];
  let before = '';
  for (const char of word) {
    const isParted =
      (sign.test(before) || sign.test(char)) && !notFirst.test(char) && !notLast.test(before);
    if (isParted || before === '') parts.push(char);
    else parts.push(parts.pop() + char);
    before = char;
  }
  return parts;
}

/** After hyphens and strokes that are written; none is written twice. */
export function compoundsOf(word: string): Part[] {
  return word.split(/(?<=[-‐–/])(?=\p{L})/u).map((text) => ({ text, end: '' }));
}

/** What remains of a word that has no other parts: each of its letters, with the marks on it. */
export function lettersOf(word: string): Part[] {
  return [...graphemes.segment(word)].map(({ segment }) => ({ text: segment, end: '' }));
}
