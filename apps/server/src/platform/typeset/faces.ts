import { type FontCoverage, hasLetter, readCoverage } from '@insignia/design/coverage';
import { readFontList } from './font-files.ts';

let known: FontCoverage[] | undefined;

/** Font families with their own character, for few scripts. */
export function listFaces(): FontCoverage[] {
  known ??= readCoverage(readFontList('faces.txt'));
  return known;
}

const needed = /[\p{Letter}\p{Mark}\p{Number}]/gu;

/** Families that cover a whole text, so that no word mixes fonts. */
export function chooseFaces(text: string): string[] {
  const points = [...new Set(text.normalize('NFC').match(needed))].map(
    (char) => char.codePointAt(0) ?? 0,
  );
  return listFaces()
    .filter((face) => points.every((point) => hasLetter(face, point)))
    .map(({ name }) => name);
}
