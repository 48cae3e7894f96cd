/** An unbreakable part of a line, and the hyphen to add if the line ends after it. */
export type WordPart = { text: string; end: '' | '-' };
/** `gap` separates the piece from the one before on the same line. */
export type TextPiece = WordPart & { gap: '' | ' ' };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Scripts written without spaces, where lines may break anywhere. */
const sign = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u;
/**
 * Characters that can't start a line: closing punctuation, small kana, marks (UAX #14: CL, CP, EX,
 * NS, CM).
 */
const notFirst =
  /[\p{Pe}\p{Pf}\p{Mark}\p{Default_Ignorable_Code_Point}、。，．・：；？！…‥ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ%,.!?;:]/u;
/** Characters that can't end a line (UAX #14: OP). */
const notLast = /[\p{Ps}\p{Pi}]/u;

/** Splits a line into words, and Chinese and Japanese into characters. */
export function splitLine(line: string): TextPiece[] {
  return line
    .trim()
    .split(/\s+/)
    .flatMap((word) =>
      splitParts(word).map((text, n): TextPiece => ({ text, gap: n === 0 ? ' ' : '', end: '' })),
    );
}

function splitParts(word: string): string[] {
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

/** Splits after existing hyphens and dashes, without adding another. */
export function splitCompounds(word: string): WordPart[] {
  return word.split(/(?<=[-‐–/])(?=\p{L})/u).map((text) => ({ text, end: '' }));
}

/** Last resort: splits into letters with their marks. */
export function splitGraphemes(word: string): WordPart[] {
  return [...graphemes.segment(word)].map(({ segment }) => ({ text: segment, end: '' }));
}
