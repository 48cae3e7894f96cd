/** A glyph of a line, in shares of the em, y downwards from the line that letters stand on. */
export type Glyph = {
  path: string;
  x: number;
  y: number;
  advance: number;
  /** The first of another letter than the one before: marks belong to theirs. */
  isNext: boolean;
};

/** A line as it is drawn, from left to right whatever its direction. `missing` are letters that no font has. */
export type OutlinedLine = {
  glyphs: Glyph[];
  advance: number;
  /** It begins at the right. */
  isRightToLeft: boolean;
  missing: string[];
};

export type Face = {
  font: string;
  weight: 400 | 700;
  /** BCP 47, where signs have another form in it. */
  language?: string | undefined;
  /** Of the text that the line is of; without it, as the line begins. */
  isRightToLeft?: boolean | undefined;
};

/** A font file (TrueType or OpenType) by the name and weight under which designs ask for it. */
export type FontFile = { font: string; weight: number; bytes: Uint8Array };

/** Turns a line of text into outlines, so that it is drawn alike wherever it is drawn. */
export type Outliner = (line: string, face: Face) => OutlinedLine;
