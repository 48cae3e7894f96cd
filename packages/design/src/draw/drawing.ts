import type { Paint, Shadow, Stroke } from '../paint.ts';
import type { Matrix } from './matrix.ts';

/** A layer resolved to paths and pictures, without text, fonts or shapes. */
export type DrawnLayer = {
  id: string;
  /** Maps the layer's box (0 0 to width height) to the design. */
  matrix: Matrix;
  width: number;
  height: number;
  opacity: number;
  shadow?: Shadow | undefined;
} & (
  | {
      type: 'path';
      /** SVG path data in the layer's box, filled by the nonzero rule. */
      path: string;
      fill?: Paint | undefined;
      /** `round` applies to joins and ends. The width is in units of the box. */
      stroke?: (Stroke & { round?: boolean }) | undefined;
    }
  | { type: 'picture'; picture: string }
);

export type Drawing = {
  width: number;
  height: number;
  background?: Paint | undefined;
  layers: DrawnLayer[];
  /** Characters without a glyph and unknown icons. */
  missing: string[];
};
