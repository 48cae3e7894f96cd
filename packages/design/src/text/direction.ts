/// <reference path="./bidi-js.d.ts" />
import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/**
 * Embedding level per UTF-16 unit. Odd levels run right to left. The base direction is given, or
 * taken from the first strong character.
 */
export function getBidiLevels(
  line: string,
  stated?: boolean,
): { levels: Uint8Array; isRightToLeft: boolean } {
  const base = stated === undefined ? 'auto' : stated ? 'rtl' : 'ltr';
  const { levels, paragraphs } = bidi.getEmbeddingLevels(line, base);
  return { levels, isRightToLeft: stated ?? (paragraphs[0]?.level ?? 0) % 2 === 1 };
}

/** Like HTML's dir=auto: the first strong character decides. */
export function isRightToLeftText(text: string): boolean {
  for (const char of text) {
    const type = bidi.getBidiCharTypeName(char);
    if (type === 'L') return false;
    if (type === 'R' || type === 'AL') return true;
  }
  return false;
}
