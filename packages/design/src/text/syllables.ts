/// <reference path="./hyphen.d.ts" />
import hyphens from 'hyphen/de/index.js';
import type { WordPart } from './pieces.ts';

const soft = '\u00ad';
/** Minimum characters at the ends of a word and between hyphens. */
const [MIN_AT_ENDS, MIN_WITHIN] = [3, 2];
const wordwise = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const latin = /^[\p{Script=Latin}\p{Mark}\p{P}\p{N}]+$/u;

const words = new Intl.Segmenter('th', { granularity: 'word' });

/**
 * Hyphenation points of a word that is too long for a line. Such words are nearly always German or
 * compound like German, so its TeX patterns (Liang) are used.
 */
export function splitSyllables(word: string): WordPart[] {
  if (wordwise.test(word))
    return [...words.segment(word)].map(({ segment }) => ({ text: segment, end: '' }));
  if (!latin.test(word)) return [{ text: word, end: '' }];
  const plain = word.replaceAll(soft, '');
  const parts: string[] = [];
  let [part, left] = ['', plain.length];
  for (const syllable of hyphens.hyphenateSync(plain, { hyphenChar: soft }).split(soft)) {
    part += syllable;
    left -= syllable.length;
    const minimum = parts.length === 0 ? MIN_AT_ENDS : MIN_WITHIN;
    if (part.length < minimum || left < MIN_AT_ENDS) continue;
    parts.push(part);
    part = '';
  }
  return [...parts.map((text) => ({ text, end: '-' as const })), { text: part, end: '' }];
}
