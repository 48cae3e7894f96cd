import { type FontCoverage, hasCodePoint, readCoverage } from '@insignia/design/fallbacks';
import { fontFolder, readFontList } from './font-files.ts';

let known: FontCoverage[] | undefined;

export function listFontFolders(): string[] {
  return [fontFolder];
}

/** All families in fallback order, with their characters. */
export function listFamilies(): FontCoverage[] {
  known ??= readCoverage(readFontList('coverage.txt'));
  return known;
}

/** Family names in fallback order. */
export function listFontNames(): string[] {
  return listFamilies().map(({ name }) => name);
}

/**
 * Preferred family for a text: the one that covers most of it, so that joining letters, spaces and
 * punctuation share a font. Noto Sans for text that starts in its scripts.
 */
export function chooseFont(text: string): string {
  const [usual, ...others] = listFamilies();
  if (!usual) throw new Error('there are no fonts');
  const letters = [...new Set(text.match(/\p{Letter}/gu))].map((char) => char.codePointAt(0) ?? 0);
  const [first] = letters;
  if (first === undefined || hasCodePoint(usual, first)) return usual.name;
  const [best] = others
    .filter((family) => hasCodePoint(family, first))
    .map((family) => ({
      family,
      count: letters.filter((letter) => hasCodePoint(family, letter)).length,
    }))
    .sort((a, b) => b.count - a.count);
  return (best?.family ?? usual).name;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

// Invisible: line breaks, joiners, variation selectors, direction marks.
const unseen = /[\p{Control}\p{Default_Ignorable_Code_Point}]/gu;

// PDF/A forbids the byte order mark, and Typst treats Mongolian controls as letters without a font.
const useless = /\ufeff|[\u180b-\u180f]/g;

// Private use characters differ by font, and PDF/A forbids them.
const unassigned = /\p{Private_Use}/u;

/**
 * Removes characters without a glyph. `isWhole` if nothing was removed. A letter stays if only its
 * mark is missing.
 */
export function removeUndrawable(source: string): { text: string; isWhole: boolean } {
  const text = source.replaceAll(useless, '');
  if (/^[\n\x20-\x7e]*$/.test(text)) return { text, isWhole: true };
  let isWhole = true;
  let left = '';
  for (const { segment } of graphemes.segment(text)) {
    const shown = keepDrawable(segment, left);
    if (removeInvisible(shown) !== removeInvisible(segment) && !/^\s+$/u.test(segment))
      isWhole = false;
    left += shown;
  }
  return { text: isWhole ? left : left.replaceAll(/ {2,}/g, ' '), isWhole };
}

function keepDrawable(cluster: string, before: string): string {
  // A mark without a letter would attach to the line break before it.
  const visible = removeInvisible(cluster);
  if (/^\p{Mark}/u.test(visible) && /^\p{Control}?$/u.test(before.at(-1) ?? '')) return '';
  if (isDrawable(cluster)) return cluster;
  if (/^\s+$/u.test(cluster)) return ' ';
  if (visible !== cluster && isDrawable(visible)) return visible;
  const [base = ''] = cluster;
  return isDrawable(base) && !/\p{Mark}/u.test(base) ? base : '';
}

/** One font must cover a whole cluster: marks of another font would be misplaced. */
function isDrawable(cluster: string): boolean {
  if (unassigned.test(cluster)) return false;
  const visible = removeInvisible(cluster);
  // Next to a joiner or selector, a letter is looked up as written.
  const forms =
    visible === cluster ? [visible, visible.normalize('NFC'), visible.normalize('NFD')] : [visible];
  return forms.some((form) => {
    const points = Array.from(form, (char) => char.codePointAt(0) ?? 0);
    return listFamilies().some((family) => points.every((point) => hasCodePoint(family, point)));
  });
}

function removeInvisible(text: string): string {
  return text.replaceAll(unseen, '');
}
