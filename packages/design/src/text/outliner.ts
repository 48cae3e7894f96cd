/** A glyph of a line, in shares of the em, y downwards from the line that letters stand on. */
export type Glyph = { path: string; x: number; y: number; advance: number };

/** A line as it is drawn, from left to right whatever its direction. `missing` are letters that no font has. */
export type OutlinedLine = {
  glyphs: Glyph[];
  advance: number;
  /** It begins at the right. */
  isRightToLeft: boolean;
  missing: string[];
};

export type Face = { font: string; weight: 400 | 700 };

/** Turns a line of text into outlines, so that it is drawn alike wherever it is drawn. */
export type Outliner = (line: string, face: Face) => OutlinedLine;
