import type { OutlinedLine } from './outliner.ts';

/** Cursive scripts, where letter spacing would break joins. */
const joined =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}]/u;

/** Adds letter spacing (share of the em) between letters, not after the last. */
export function spaceOut(line: OutlinedLine, text: string, spacing: number): OutlinedLine {
  if (spacing === 0 || joined.test(text)) return line;
  let letters = 0;
  const glyphs = line.glyphs.map((glyph) => {
    if (glyph.isNext) letters++;
    return { ...glyph, x: glyph.x + Math.max(letters - 1, 0) * spacing };
  });
  return { ...line, glyphs, advance: line.advance + Math.max(letters - 1, 0) * spacing };
}
