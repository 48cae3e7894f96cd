import { formatPoint, getEllipsePoint, type Point } from './turn.ts';

/** Angular range of each branch, in turns from the top. */
const foot = 0.49;
const tip = 0.07;

/** Two branches that meet at the bottom, each with `leaves` pairs of leaves. */
export function laurelPath(leaves: number, width: number, height: number): string {
  const branch = [...stem(width, height), ...pairs(leaves, width, height)];
  const both = [...branch, ...branch.map((leaf) => leaf.map(({ x, y }) => ({ x: width - x, y })))];
  return both.map(closed).join('');
}

/** Closed cubic path through points and control points: M, then C in threes. */
function closed([first, ...rest]: Point[]): string {
  if (!first) return '';
  let path = `M${formatPoint(first)}`;
  for (let n = 0; n + 2 < rest.length; n += 3)
    path += `C${rest
      .slice(n, n + 3)
      .map(formatPoint)
      .join(' ')}`;
  return `${path}Z`;
}

function stem(width: number, height: number): Point[][] {
  const share = 0.8;
  const thin = 0.012;
  const steps = 12;
  const along = (n: number, off: number) =>
    getEllipsePoint(width, height, foot + ((tip + 0.03 - foot) * n) / steps, share + off);
  const line = [
    ...Array.from({ length: steps + 1 }, (_, n) => along(n, thin)),
    ...Array.from({ length: steps + 1 }, (_, n) => along(steps - n, -thin)),
  ];
  // Straight segments as curves whose control points lie on them.
  return [line.flatMap((point, n) => (n === 0 ? [point] : [line[n - 1] as Point, point, point]))];
}

function pairs(leaves: number, width: number, height: number): Point[][] {
  const length = ((foot - tip) / leaves) * 1.35;
  return Array.from({ length: leaves }, (_, n) => {
    const from = foot - ((foot - tip) * (n + 0.35)) / leaves;
    const smaller = 1 - 0.35 * (n / leaves);
    return [
      leaf(width, height, from, length * smaller, 0.19 * smaller),
      leaf(width, height, from, length * smaller, -0.19 * smaller),
    ];
  }).flat();
}

/** Leaf outline relative to the stem. `side` is the outward offset in shares of the radius. */
function leaf(width: number, height: number, from: number, length: number, side: number): Point[] {
  const p = (turns: number, off: number) => getEllipsePoint(width, height, turns, 0.8 + off);
  const start = p(from, side * 0.08);
  const end = p(from - length, side);
  return [
    start,
    p(from - length * 0.15, side * 0.75),
    p(from - length * 0.55, side * 1.1),
    end,
    p(from - length * 0.85, side * 0.45),
    p(from - length * 0.5, side * 0.1),
    start,
  ];
}
