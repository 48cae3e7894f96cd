/// <reference path="./bidi-js.d.ts" />
import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** Of each UTF-16 unit of a line its embedding level, odd from right to left; the line's own as given, or as it begins. */
export function levelsOf(
  line: string,
  given?: boolean,
): { levels: Uint8Array; isRightToLeft: boolean } {
  const base = given === undefined ? 'auto' : given ? 'rtl' : 'ltr';
  const { levels, paragraphs } = bidi.getEmbeddingLevels(line, base);
  return { levels, isRightToLeft: given ?? (paragraphs[0]?.level ?? 0) % 2 === 1 };
}

/** As HTML's dir=auto: by the first letter that has a direction. */
export function startsRight(text: string): boolean {
  for (const char of text) {
    const type = bidi.getBidiCharTypeName(char);
    if (type === 'L') return false;
    if (type === 'R' || type === 'AL') return true;
  }
  return false;
}
