import type { Shape } from '../schema.ts';

/** Outline of a shape that fills the box, as SVG path data. */
export function shapePath(shape: Shape, width: number, height: number): string {
  switch (shape.kind) {
    case 'circle':
      return ellipse(width, height);
    case 'rectangle':
      return rectangle(width, height, shape.radius);
    case 'shield':
      return shield(width, height);
    case 'hexagon':
      return spread(6, width, height);
    case 'star':
      return star(shape.points, shape.depth, width, height);
    case 'seal':
      return seal(shape.teeth, shape.depth, width, height);
    case 'ribbon':
      return ribbon(shape.fold, width, height);
    case 'laurel':
      return laurelPath(shape.leaves, width, height);
  }
}

function ellipse(width: number, height: number): string {
  const [rx, ry] = [formatPathNumber(width / 2), formatPathNumber(height / 2)];
  const half = `A${rx} ${ry} 0 0 1`;
  return `M${formatPathNumber(width / 2)} 0${half} ${formatPathNumber(width / 2)} ${formatPathNumber(height)}${half} ${formatPathNumber(width / 2)} 0Z`;
}

function rectangle(width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  const corner = (x: number, y: number) =>
    `A${formatPathNumber(r)} ${formatPathNumber(r)} 0 0 1 ${formatPathNumber(x)} ${formatPathNumber(y)}`;
  return (
    `M${formatPathNumber(r)} 0H${formatPathNumber(width - r)}${corner(width, r)}V${formatPathNumber(height - r)}${corner(width - r, height)}` +
    `H${formatPathNumber(r)}${corner(0, height - r)}V${formatPathNumber(r)}${corner(r, 0)}Z`
  );
}

function shield(width: number, height: number): string {
  const p = (x: number, y: number) =>
    `${formatPathNumber(x * width)} ${formatPathNumber(y * height)}`;
  return (
    `M${p(0.5, 0)}C${p(0.65, 0.08)} ${p(0.83, 0.12)} ${p(1, 0.12)}V${formatPathNumber(0.5 * height)}` +
    `C${p(1, 0.76)} ${p(0.78, 0.92)} ${p(0.5, 1)}C${p(0.22, 0.92)} ${p(0, 0.76)} ${p(0, 0.5)}` +
    `V${formatPathNumber(0.12 * height)}C${p(0.17, 0.12)} ${p(0.35, 0.08)} ${p(0.5, 0)}Z`
  );
}

function spread(corners: number, width: number, height: number): string {
  return polygonPath(
    Array.from({ length: corners }, (_, n) => getEllipsePoint(width, height, n / corners)),
  );
}

function star(points: number, depth: number, width: number, height: number): string {
  const corners = Array.from({ length: points * 2 }, (_, n) =>
    getEllipsePoint(width, height, n / points / 2, n % 2 ? 1 - depth : 1),
  );
  return polygonPath(corners);
}

/** Scalloped edge, like a wax seal. */
function seal(teeth: number, depth: number, width: number, height: number): string {
  const valley = (n: number) => getEllipsePoint(width, height, n / teeth, 1 - depth);
  const top = (n: number) => getEllipsePoint(width, height, (n + 0.5) / teeth, 1 + depth);
  let path = `M${formatPoint(valley(0))}`;
  for (let n = 0; n < teeth; n++) path += `Q${formatPoint(top(n))} ${formatPoint(valley(n + 1))}`;
  return `${path}Z`;
}

/** A band with swallowtails. `fold` is the share of the width that each tail takes. */
function ribbon(fold: number, width: number, height: number): string {
  const tail = (fold * width) / 2;
  const notch = tail * 0.45;
  return polygonPath([
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width - notch, y: height / 2 },
    { x: width, y: height },
    { x: 0, y: height },
    { x: notch, y: height / 2 },
  ]);
}

/** Angular range of each branch, in turns from the top. */
const BRANCH_START = 0.49;
const BRANCH_END = 0.07;

/** Two branches that meet at the bottom, each with `leaves` pairs of leaves. */
function laurelPath(leaves: number, width: number, height: number): string {
  const branch = [...stem(width, height), ...pairs(leaves, width, height)];
  const both = [...branch, ...branch.map((leaf) => leaf.map(({ x, y }) => ({ x: width - x, y })))];
  return both.map(formatClosedPath).join('');
}

/** Closed cubic path through points and control points: M, then C in threes. */
function formatClosedPath([first, ...rest]: PathPoint[]): string {
  if (!first) return '';
  let path = `M${formatPoint(first)}`;
  for (let n = 0; n + 2 < rest.length; n += 3)
    path += `C${rest
      .slice(n, n + 3)
      .map(formatPoint)
      .join(' ')}`;
  return `${path}Z`;
}

function stem(width: number, height: number): PathPoint[][] {
  const share = 0.8;
  const thin = 0.012;
  const steps = 12;
  const along = (n: number, off: number) =>
    getEllipsePoint(
      width,
      height,
      BRANCH_START + ((BRANCH_END + 0.03 - BRANCH_START) * n) / steps,
      share + off,
    );
  const line = [
    ...Array.from({ length: steps + 1 }, (_, n) => along(n, thin)),
    ...Array.from({ length: steps + 1 }, (_, n) => along(steps - n, -thin)),
  ];
  // Straight segments as curves whose control points lie on them.
  return [
    line.flatMap((point, n) => (n === 0 ? [point] : [line[n - 1] as PathPoint, point, point])),
  ];
}

function pairs(leaves: number, width: number, height: number): PathPoint[][] {
  const length = ((BRANCH_START - BRANCH_END) / leaves) * 1.35;
  return Array.from({ length: leaves }, (_, n) => {
    const from = BRANCH_START - ((BRANCH_START - BRANCH_END) * (n + 0.35)) / leaves;
    const smaller = 1 - 0.35 * (n / leaves);
    return [
      leaf(width, height, from, length * smaller, 0.19 * smaller),
      leaf(width, height, from, length * smaller, -0.19 * smaller),
    ];
  }).flat();
}

/** Leaf outline relative to the stem. `side` is the outward offset in shares of the radius. */
function leaf(
  width: number,
  height: number,
  from: number,
  length: number,
  side: number,
): PathPoint[] {
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

type PathPoint = { x: number; y: number };

/** Rounds a path number to a hundredth of a unit. */
function formatPathNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function formatPoint({ x, y }: PathPoint): string {
  return `${formatPathNumber(x)} ${formatPathNumber(y)}`;
}

/**
 * Point on the box's ellipse, clockwise from the top in turns. `share` scales the distance from the
 * center.
 */
function getEllipsePoint(width: number, height: number, turns: number, share = 1): PathPoint {
  const angle = turns * 2 * Math.PI;
  return {
    x: (width / 2) * (1 + share * Math.sin(angle)),
    y: (height / 2) * (1 - share * Math.cos(angle)),
  };
}

function polygonPath(points: PathPoint[]): string {
  return `M${points.map(formatPoint).join('L')}Z`;
}
