/** Columns of a transformation, as in SVG and in `setTransform`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** An area in one color, filled by the nonzero rule. */
export type FilledPath = { matrix: Matrix; path: string; color: string };
/** A PNG or JPG. */
export type PlacedPicture = { matrix: Matrix; bytes: Uint8Array; width: number; height: number };

/** From the bottom up, on white, in pixels. */
export type FlatDrawing = {
  width: number;
  height: number;
  /** 0 to 9, for the PNG. */
  compressionLevel: number;
  parts: readonly (FilledPath | PlacedPicture)[];
};

/** A PNG. */
export type FlatResult = { png: Uint8Array } | { error: string };
