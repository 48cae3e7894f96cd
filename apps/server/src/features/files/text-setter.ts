import { createRequire } from 'node:module';
import {
  chooseFaces,
  chooseFont,
  detectLanguage,
  removeUndrawable,
  type TextLanguage,
} from '../../platform/typeset/index.ts';

/**
 * Fonts and language for a text: the preferred font, families that cover it completely, and the
 * language for its glyph forms.
 */
export type FontChoice = TextLanguage & { font: string; faces: string[] };
/** A text with everything its template needs. */
type TypesetText = DirectedText & FontChoice & { isCut: boolean };

/** Prepares the texts of one document. Characters without a glyph are removed and remembered. */
export class TextSetter {
  readonly #around: string;
  isWhole = true;

  /** `around` contains all texts of the document. */
  constructor(...around: string[]) {
    this.#around = around.join('\n');
  }

  letters(text: string): FontChoice {
    return {
      ...detectLanguage(text, this.#around),
      font: chooseFont(text),
      faces: chooseFaces(text),
    };
  }

  field(text: string, maxLength?: number, hasIsolates = false): DirectedText & { isCut: boolean } {
    const { text: able, isWhole } = removeUndrawable(text);
    if (!isWhole) this.isWhole = false;
    return createDirectedText(able, maxLength, hasIsolates);
  }

  /** `hasIsolates` if the only direction controls in the text are around its values. */
  words(text: string, maxLength?: number, hasIsolates = false): TypesetText {
    const field = this.field(text, maxLength, hasIsolates);
    return { ...field, ...this.letters(field.text) };
  }

  /** A required text. Falls back to `instead` if nothing of it can be drawn. */
  name(text: string, instead: string, maxLength?: number, hasIsolates = false): TypesetText {
    const words = this.words(text, maxLength, hasIsolates);
    return words.text.trim() === '' ? { ...words, text: instead, rtl: false } : words;
  }
}

/** A text ready for layout: its direction, without characters that affect other text. */
type DirectedText = { text: string; rtl: boolean };

// Bidirectional overrides and isolates (UAX #9 §2).
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;
// Control characters except line breaks, and characters that PDF/A forbids: byte order mark, private
// use, noncharacters.
const disallowedCharacters = /\ufeff|[^\P{Cc}\n]|\p{Co}|\p{Noncharacter_Code_Point}/gu;
// Scripts that break after any character.
const breaksAnywhere = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
// Scripts without spaces, where word boundaries need a dictionary.
const unspacedScripts = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
// Allowed break (UAX #14, HY): after a single hyphen within a word.
const afterHyphen = /(?<=[\p{L}\p{M}][-\u2010])(?=\p{L})/u;
const MAX_PART_LENGTH = 24;
const MAX_WORD_LENGTH = 30;

const require = createRequire(import.meta.url);
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

export const removeDirections = (text: string): string => text.replaceAll(directionControls, '');

/** Plain text for titles and alternative texts. */
export const toPlainText = (text: string): string => cleanText(removeDirections(text));

function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\t\r]/g, ' ')
    .replaceAll(disallowedCharacters, '')
    .replaceAll(/(\p{Mn}{4})\p{Mn}+/gu, `$1`);
}

/** Prepares a text for layout, truncated to `maxLength` graphemes with "…". */
export function createDirectedText(
  text: string,
  maxLength = 400,
  hasIsolates = false,
): DirectedText & { isCut: boolean } {
  const clean = hasIsolates ? cleanText(text) : toPlainText(text);
  if (clean.length <= maxLength)
    return { text: breakLongWords(clean), rtl: isRightToLeft(clean), isCut: false };
  const parts = [...graphemes.segment(clean)].map(({ segment }) => segment);
  const isCut = parts.length > maxLength;
  const shown = isCut
    ? `${parts.slice(0, findCutPosition(parts, maxLength)).join('').trimEnd()}…`
    : clean;
  return { text: breakLongWords(shown), rtl: isRightToLeft(clean), isCut };
}

/** Truncates after a word, unless the word is very long or ended long before. */
function findCutPosition(parts: readonly string[], maxLength: number): number {
  const space = parts.lastIndexOf(' ', maxLength);
  const isNear = space >= maxLength / 2 && maxLength - space <= MAX_PART_LENGTH;
  return isNear && !breaksAnywhere.test(parts[maxLength - 1] ?? '') ? space : maxLength;
}

// Each character is a grapheme.
const asciiPattern = /^[\n\x20-\x7e]*$/;

export function countGraphemes(text: string): number {
  if (asciiPattern.test(text)) return text.length;
  return [...graphemes.segment(text)].length;
}

const letter = /\p{Letter}/u;
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const rightToLeftLetters =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;
/** Numbers look the same in both directions. */
const plainNumber = /^[\p{Nd}.,\u066b\u066c]*$/u;
const innerIsolates = /\u2068[^\u2068\u2069]*\u2069/g;

/**
 * Decided by the first strong character outside of isolates (UAX #9 rule P2), or inside if there is
 * none.
 */
function isRightToLeft(text: string): boolean {
  // Values may contain isolated values.
  const own = text.replaceAll(innerIsolates, '').replaceAll(innerIsolates, '');
  const [first] = letter.exec(own) ?? letter.exec(text) ?? [];
  return first !== undefined && rightToLeft.test(first);
}

/**
 * Encloses a value in an isolate (UAX #9 §2.4.2) if it would otherwise be mixed with the sentence
 * around it, such as a date that starts with a number before Arabic letters.
 */
export function isolateValue(value: string, sentence: string): string {
  const others = value.replaceAll(rightToLeftLetters, '');
  const hasRightToLeft = others !== value;
  const isForeign = isRightToLeft(sentence)
    ? letter.test(others) || !(hasRightToLeft || plainNumber.test(value))
    : hasRightToLeft;
  return isForeign ? `\u2068${value}\u2069` : value;
}

/** Adds break opportunities to a long word. */
function breakLongWords(text: string): string {
  return text.replaceAll(/\S+/gu, (word) => word.split(afterHyphen).map(breakWord).join(''));
}

function breakWord(word: string): string {
  if (word.length < MAX_WORD_LENGTH || breaksAnywhere.test(word)) return word;
  let broken = '';
  let length = 0;
  for (const segment of splitWord(word)) {
    const more = countGraphemes(segment);
    if (length > 0 && length + more > MAX_PART_LENGTH) {
      broken += '\u200b';
      length = 0;
    }
    broken += segment;
    length += more;
  }
  return broken;
}

/** Loaded when a text has a word that is too long for a line: the patterns take 7 MiB. */
function loadSyllables() {
  const loaded: typeof import('@insignia/design/syllables') = require('@insignia/design/syllables');
  return loaded.splitSyllables;
}

/** Unbreakable parts: dictionary words, hyphenation syllables, or letters. */
function splitWord(word: string): string[] {
  const parts = unspacedScripts.test(word)
    ? Array.from(words.segment(word), ({ segment }) => segment)
    : loadSyllables()(word).map(({ text }) => text);
  return parts.flatMap((part) =>
    countGraphemes(part) > MAX_PART_LENGTH
      ? Array.from(graphemes.segment(part), ({ segment }) => segment)
      : part,
  );
}
