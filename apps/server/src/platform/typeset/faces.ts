import { type Family, hasLetter, readFamilies } from '@insignia/design/coverage';
import { readFontList } from '../fonts.ts';

let known: Family[] | undefined;

/** Font families with their own character, for few scripts. */
export function faces(): Family[] {
  known ??= readFamilies(readFontList('faces.txt'));
  return known;
}

const needed = /[\p{Letter}\p{Mark}\p{Number}]/gu;

/** Families that cover a whole text, so that no word mixes fonts. */
export function facesFor(text: string): string[] {
  const points = [...new Set(text.normalize('NFC').match(needed))].map(
    (char) => char.codePointAt(0) ?? 0,
  );
  return faces()
    .filter((face) => points.every((point) => hasLetter(face, point)))
    .map(({ name }) => name);
}
