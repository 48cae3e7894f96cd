import type { Shape } from '../schema.ts';
import { laurelPath } from './laurel.ts';
import { formatNumber, formatPoint, getEllipsePoint, polygonPath } from './turn.ts';

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
  const [rx, ry] = [formatNumber(width / 2), formatNumber(height / 2)];
  const half = `A${rx} ${ry} 0 0 1`;
  return `M${formatNumber(width / 2)} 0${half} ${formatNumber(width / 2)} ${formatNumber(height)}${half} ${formatNumber(width / 2)} 0Z`;
}

function rectangle(width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  const corner = (x: number, y: number) =>
    `A${formatNumber(r)} ${formatNumber(r)} 0 0 1 ${formatNumber(x)} ${formatNumber(y)}`;
  return (
    `M${formatNumber(r)} 0H${formatNumber(width - r)}${corner(width, r)}V${formatNumber(height - r)}${corner(width - r, height)}` +
    `H${formatNumber(r)}${corner(0, height - r)}V${formatNumber(r)}${corner(r, 0)}Z`
  );
}

function shield(width: number, height: number): string {
  const p = (x: number, y: number) => `${formatNumber(x * width)} ${formatNumber(y * height)}`;
  return (
    `M${p(0.5, 0)}C${p(0.65, 0.08)} ${p(0.83, 0.12)} ${p(1, 0.12)}V${formatNumber(0.5 * height)}` +
    `C${p(1, 0.76)} ${p(0.78, 0.92)} ${p(0.5, 1)}C${p(0.22, 0.92)} ${p(0, 0.76)} ${p(0, 0.5)}` +
    `V${formatNumber(0.12 * height)}C${p(0.17, 0.12)} ${p(0.35, 0.08)} ${p(0.5, 0)}Z`
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
