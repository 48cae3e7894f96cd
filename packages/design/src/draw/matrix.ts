import svgpath from 'svgpath';

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
