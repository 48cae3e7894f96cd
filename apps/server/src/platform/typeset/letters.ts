import { hasLetter } from '@insignia/design/coverage';
import { families } from './fonts.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
// Never drawn: line breaks, joiners, selectors of variants, marks of direction.
const unseen = /[\p{Control}\p{Default_Ignorable_Code_Point}]/gu;

// PDF/A forbids the mark of byte order; what steers Mongolian, which no bundled font has, Typst takes for letters.
const useless = /\ufeff|[\u180b-\u180f]/g;
// Mean what each font wants them to; PDF/A forbids them.
const unassigned = /\p{Private_Use}/u;

/** A text without what no bundled font has; `isWhole` when that is nothing. A letter stays when only its mark is missing. */
export function drawable(given: string): { text: string; isWhole: boolean } {
  const text = given.replaceAll(useless, '');
  if (/^[\n\x20-\x7e]*$/.test(text)) return { text, isWhole: true };
  let isWhole = true;
  let left = '';
  for (const { segment } of graphemes.segment(text)) {
    const shown = shownOf(segment, left);
    if (seenOf(shown) !== seenOf(segment) && !/^\s+$/u.test(segment)) isWhole = false;
    left += shown;
  }
  return { text: isWhole ? left : left.replaceAll(/ {2,}/g, ' '), isWhole };
}

function shownOf(cluster: string, before: string): string {
  // A mark with no letter to stand on would be taken to belong to the line break before it.
  const seen = seenOf(cluster);
  if (/^\p{Mark}/u.test(seen) && /^\p{Control}?$/u.test(before.at(-1) ?? '')) return '';
  if (isDrawable(cluster)) return cluster;
  if (/^\s+$/u.test(cluster)) return ' ';
  if (seen !== cluster && isDrawable(seen)) return seen;
  const [base = ''] = cluster;
  return isDrawable(base) && !/\p{Mark}/u.test(base) ? base : '';
}

/** One font must have all of a cluster: marks of another font would not find their place. */
function isDrawable(cluster: string): boolean {
  if (unassigned.test(cluster)) return false;
  const seen = seenOf(cluster);
  // With a joiner or a selector beside it, a letter is looked up as it is written.
  const forms = seen === cluster ? [seen, seen.normalize('NFC'), seen.normalize('NFD')] : [seen];
  return forms.some((form) => {
    const points = Array.from(form, (char) => char.codePointAt(0) ?? 0);
    return families().some((family) => points.every((point) => hasLetter(family, point)));
  });
}

function seenOf(text: string): string {
  return text.replaceAll(unseen, '');
}
