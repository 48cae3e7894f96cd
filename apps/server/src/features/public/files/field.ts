import { syllablesOf } from '@insignia/design/syllables';

/** A text ready for layout: its direction, without characters that affect other text. */
export type Field = { text: string; rtl: boolean };

// Bidirectional overrides and isolates (UAX #9 §2), control characters except line breaks, and
// characters that PDF/A forbids: byte order mark, private use, noncharacters.
const turning =
  /[\u202a-\u202e\u2066-\u2069\ufeff]|[^\P{Cc}\n]|\p{Co}|\p{Noncharacter_Code_Point}/gu;
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const strong = /\p{Letter}/u;
// Scripts that break after any character.
const breaksAnywhere = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
// Scripts without spaces, where word boundaries need a dictionary.
const wordsTogether = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
// Allowed break (UAX #14, HY): after a single hyphen within a word.
const afterHyphen = /(?<=[\p{L}\p{M}][-\u2010])(?=\p{L})/u;
const longestPart = 24;
const longestWord = 30;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Plain text for titles and alternative texts. */
export function plainOf(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\t\r]/g, ' ')
    .replaceAll(turning, '')
    .replaceAll(/(\p{Mn}{4})\p{Mn}+/gu, `$1`);
}

/** Prepares a text for layout, truncated to `most` graphemes with "…". */
export function fieldOf(text: string, most = 400): Field & { isCut: boolean } {
  const clean = plainOf(text);
  if (clean.length <= most)
    return { text: breakLong(clean), rtl: isRightToLeft(clean), isCut: false };
  const parts = [...graphemes.segment(clean)].map(({ segment }) => segment);
  const isCut = parts.length > most;
  const shown = isCut ? `${parts.slice(0, endOf(parts, most)).join('').trimEnd()}…` : clean;
  return { text: breakLong(shown), rtl: isRightToLeft(clean), isCut };
}

/** Truncates after a word, unless the word is very long or ended long before. */
function endOf(parts: readonly string[], most: number): number {
  const space = parts.lastIndexOf(' ', most);
  const isNear = space >= most / 2 && most - space <= longestPart;
  return isNear && !breaksAnywhere.test(parts[most - 1] ?? '') ? space : most;
}

// Each character is a grapheme.
const plain = /^[\n\x20-\x7e]*$/;

/** In graphemes. */
export function lengthOf(text: string): number {
  if (plain.test(text)) return text.length;
  return [...graphemes.segment(text)].length;
}

/** Decided by the first strong character (UAX #9 rule P2). */
function isRightToLeft(text: string): boolean {
  const [letter] = strong.exec(text) ?? [];
  return letter !== undefined && rightToLeft.test(letter);
}

/** Adds break opportunities to a long word. */
function breakLong(text: string): string {
  return text.replaceAll(/\S+/gu, (word) => word.split(afterHyphen).map(breakWord).join(''));
}

function breakWord(word: string): string {
  if (word.length < longestWord || breaksAnywhere.test(word)) return word;
  let broken = '';
  let length = 0;
  for (const segment of partsOf(word)) {
    const more = lengthOf(segment);
    if (length > 0 && length + more > longestPart) {
      broken += '\u200b';
      length = 0;
    }
    broken += segment;
    length += more;
  }
  return broken;
}

/** Unbreakable parts: dictionary words, hyphenation syllables, or letters. */
function partsOf(word: string): string[] {
  const parts = wordsTogether.test(word)
    ? Array.from(words.segment(word), ({ segment }) => segment)
    : syllablesOf(word).map(({ text }) => text);
  return parts.flatMap((part) =>
    lengthOf(part) > longestPart
      ? Array.from(graphemes.segment(part), ({ segment }) => segment)
      : part,
  );
}
