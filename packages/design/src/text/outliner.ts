/** A glyph in shares of the em, y downward from the baseline. */
export type Glyph = {
  path: string;
  x: number;
  y: number;
  advance: number;
  /** True for the first glyph of a character. Marks belong to the character before. */
  isNext: boolean;
};

/** A shaped line in visual order, left to right. `missing` lists characters without a glyph. */
export type OutlinedLine = {
  glyphs: Glyph[];
  advance: number;
  /** True if the base direction is right to left. */
  isRightToLeft: boolean;
  missing: string[];
};

export type Face = {
  font: string;
  weight: 400 | 700;
  /** BCP 47 tag, for language-specific glyph forms. */
  language?: string | undefined;
  /** Base direction of the paragraph. Defaults to the line's first strong character. */
  isRightToLeft?: boolean | undefined;
  isSmallCaps?: boolean | undefined;
};

/** A font file (TrueType or OpenType) with the name and weight that designs use. */
export type FontFile = { font: string; weight: number; bytes: Uint8Array };

/** Converts a line of text into outlines, so that it looks the same everywhere. */
export type Outliner = (line: string, face: Face) => OutlinedLine;

/** Cursive scripts, where letter spacing would break joins. */
const joined =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}]/u;

/** Adds letter spacing (share of the em) between letters, not after the last. */
export function spaceOut(line: OutlinedLine, text: string, spacing: number): OutlinedLine {
  if (spacing === 0 || joined.test(text)) return line;
  let letterCount = 0;
  const glyphs = line.glyphs.map((glyph) => {
    if (glyph.isNext) letterCount++;
    return { ...glyph, x: glyph.x + Math.max(letterCount - 1, 0) * spacing };
  });
  return { ...line, glyphs, advance: line.advance + Math.max(letterCount - 1, 0) * spacing };
}
