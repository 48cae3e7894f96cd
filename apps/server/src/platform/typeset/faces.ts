import { type Family, hasLetter, readFamilies } from '@insignia/design/coverage';
import { readFontList } from '../fonts.ts';

let known: Family[] | undefined;

/** Families of a character of their own, for few scripts. */
export function faces(): Family[] {
  known ??= readFamilies(readFontList('faces.txt'));
  return known;
}

const needed = /[\p{Letter}\p{Mark}\p{Number}]/gu;

/** The faces that have all letters of a text, so that no word of it is drawn by two. */
export function facesFor(text: string): string[] {
  const points = [...new Set(text.normalize('NFC').match(needed))].map(
    (char) => char.codePointAt(0) ?? 0,
  );
  return faces()
    .filter((face) => points.every((point) => hasLetter(face, point)))
    .map(({ name }) => name);
}
