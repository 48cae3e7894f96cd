import type { Paint, Shadow, Stroke } from '../paint.ts';
import type { Matrix } from './matrix.ts';

/** What a layer comes to: all that is drawn, with no text, font or shape left to be understood. */
export type DrawnLayer = {
  id: string;
  /** From the layer's box, 0 0 to width height, to the design. */
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
      /** Gradients span the layer's box. */
      fill?: Paint | undefined;
      /** `round` joins and ends; the width is in units of the box. */
      stroke?: (Stroke & { round?: boolean }) | undefined;
    }
  | { type: 'picture'; picture: string }
);

export type Drawing = {
  width: number;
  height: number;
  background?: Paint | undefined;
  layers: DrawnLayer[];
  /** Letters that no font has, and icons that are unknown; they are left out. */
  missing: string[];
};
