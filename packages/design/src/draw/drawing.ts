import svgpath from 'svgpath';
import type { Paint, Shadow, Stroke } from '../schema.ts';

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
  | {
      type: 'picture';
      picture: string;
      /** Default: center. */
      align?: 'left' | 'center' | 'right' | undefined;
    }
);

export type Drawing = {
  width: number;
  height: number;
  background?: Paint | undefined;
  layers: DrawnLayer[];
  /** Characters without a glyph and unknown icons. */
  missing: string[];
};

/** a b c d e f of SVG's matrix(): x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = [number, number, number, number, number, number];

export function translate(x: number, y: number, scale = 1): Matrix {
  return [scale, 0, 0, scale, x, y];
}

/** Rotation clockwise, in degrees, about a point. */
export function rotate(degrees: number, x: number, y: number): Matrix {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
}

/** Applies `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ];
}

/** Transforms path data and rounds it to a hundredth of a unit. */
export function transformPath(path: string, matrix: Matrix): string {
  return svgpath(path).matrix(matrix).abs().round(2).toString();
}

/** Upper bound of a path's length: the length of its control polygon. */
export function measurePath(path: string): number {
  let length = 0;
  let start = [0, 0];
  svgpath(path)
    .abs()
    .unshort()
    .unarc()
    .iterate(([command, ...numbers], _, x, y) => {
      if (command === 'M') start = numbers;
      else length += lengthThrough([x, y, ...listPoints(command, numbers, [x, y], start)]);
    });
  return length;
}

/** Dashes and gaps of a stroke. Each costs as much as a line. */
export function countDashes(path: string, stroke: Stroke | undefined): number {
  const dash = stroke?.dash ?? [];
  const whole = dash.reduce((all, one) => all + one, 0);
  return whole === 0 ? 0 : (measurePath(path) * dash.length) / whole;
}

function listPoints(
  command: string,
  numbers: number[],
  [x, y]: number[],
  start: number[],
): number[] {
  if (command === 'H') return [...numbers, y as number];
  if (command === 'V') return [x as number, ...numbers];
  return command.toUpperCase() === 'Z' ? start : numbers;
}

/** Coordinates alternate between x and y. */
function lengthThrough(points: number[]): number {
  let length = 0;
  for (let n = 2; n + 1 < points.length; n += 2) {
    const [fromX, fromY, toX, toY] = points.slice(n - 2, n + 2) as [number, number, number, number];
    length += Math.hypot(toX - fromX, toY - fromY);
  }
  return length;
}
