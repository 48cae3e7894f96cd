import { syllablesOf } from '@insignia/design/syllables';

/** A text as it is set: its direction, and nothing in it that would turn or hide other text. */
export type Field = { text: string; rtl: boolean };

// Overrides and isolates of the bidirectional algorithm (UAX #9 §2), control characters but the line break, and what
// PDF/A forbids: the mark of byte order, code points for private use and those that are no characters.
const turning =
  /[\u202a-\u202e\u2066-\u2069\ufeff]|[^\P{Cc}\n]|\p{Co}|\p{Noncharacter_Code_Point}/gu;
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const strong = /\p{Letter}/u;
// Break after any character.
const breaksAnywhere = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
// Are written without spaces; where a word ends is known from a dictionary.
const wordsTogether = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
// Where a line may end anyway (UAX #14, HY): a dash in a word, not a row of them.
const afterHyphen = /(?<=[\p{L}\p{M}][-\u2010])(?=\p{L})/u;
const longestPart = 24;
const longestWord = 30;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** What is told of a document but not set on it, such as its title or what a picture shows. */
export function plainOf(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\t\r]/g, ' ')
    .replaceAll(turning, '')
    .replaceAll(/(\p{Mn}{4})\p{Mn}+/gu, `$1`);
}

/** Makes a text ready to be set on paper, cut to `most` graphemes with "…". */
export function fieldOf(text: string, most = 400): Field & { isCut: boolean } {
  const clean = plainOf(text);
  if (clean.length <= most)
    return { text: breakLong(clean), rtl: isRightToLeft(clean), isCut: false };
  const parts = [...graphemes.segment(clean)].map(({ segment }) => segment);
  const isCut = parts.length > most;
  const shown = isCut ? `${parts.slice(0, endOf(parts, most)).join('').trimEnd()}…` : clean;
  return { text: breakLong(shown), rtl: isRightToLeft(clean), isCut };
}

/** Where at most so many end: after a word, unless that word is very long or ended long before. */
function endOf(parts: readonly string[], most: number): number {
  const space = parts.lastIndexOf(' ', most);
  const isNear = space >= most / 2 && most - space <= longestPart;
  return isNear && !breaksAnywhere.test(parts[most - 1] ?? '') ? space : most;
}

// Each is a grapheme of its own.
const plain = /^[\n\x20-\x7e]*$/;

/** In graphemes. */
export function lengthOf(text: string): number {
  if (plain.test(text)) return text.length;
  return [...graphemes.segment(text)].length;
}

/** Decided by its first letter (UAX #9 rule P2). */
function isRightToLeft(text: string): boolean {
  const [letter] = strong.exec(text) ?? [];
  return letter !== undefined && rightToLeft.test(letter);
}

/** A word with no place to break gets some, so that it does not leave the paper. */
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

/** What must not be parted: words where a dictionary knows them, syllables where patterns do, letters otherwise. */
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
