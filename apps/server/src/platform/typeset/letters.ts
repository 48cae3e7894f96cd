import { families, hasLetter } from './fonts.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
// Never drawn: line breaks, joiners, selectors of variants, marks of direction.
const unseen = /[\p{Control}\p{Default_Ignorable_Code_Point}]/gu;

// Mean what each font wants them to; PDF/A forbids them, and the mark of byte order.
const unassigned = /\p{Private_Use}/u;

/** A text without what no bundled font has; `isWhole` when that is nothing. A letter stays when only its mark is missing. */
export function drawable(given: string): { text: string; isWhole: boolean } {
  const text = given.replaceAll('\ufeff', '');
  if (/^[\n\x20-\x7e]*$/.test(text)) return { text, isWhole: true };
  let isWhole = true;
  let left = '';
  for (const { segment } of graphemes.segment(text)) {
    const shown = shownOf(segment, left);
    if (shown !== segment && !/^\s+$/u.test(segment)) isWhole = false;
    left += shown;
  }
  return { text: isWhole ? left : left.replaceAll(/ {2,}/g, ' '), isWhole };
}

function shownOf(cluster: string, before: string): string {
  // A mark with no letter to stand on would be taken to belong to the line break before it.
  if (/^\p{Mark}/u.test(cluster) && /^\p{Control}?$/u.test(before.at(-1) ?? '')) return '';
  if (isDrawable(cluster)) return cluster;
  if (/^\s+$/u.test(cluster)) return ' ';
  const [base = ''] = cluster;
  return isDrawable(base) && !/\p{Mark}/u.test(base) ? base : '';
}

/** One font must have all of a cluster: marks of another font would not find their place. */
function isDrawable(cluster: string): boolean {
  if (unassigned.test(cluster)) return false;
  const seen = cluster.replaceAll(unseen, '');
  return [seen, seen.normalize('NFC'), seen.normalize('NFD')].some((form) => {
    const points = Array.from(form, (char) => char.codePointAt(0) ?? 0);
    return families().some((family) => points.every((point) => hasLetter(family, point)));
  });
}
