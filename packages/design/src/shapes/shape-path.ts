import type { Shape } from '../schema.ts';
import { laurel } from './laurel.ts';
import { at, num, onEllipse, polygon } from './turn.ts';

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
      return laurel(shape.leaves, width, height);
  }
}

function ellipse(width: number, height: number): string {
  const [rx, ry] = [num(width / 2), num(height / 2)];
  const half = `A${rx} ${ry} 0 0 1`;
  return `M${num(width / 2)} 0${half} ${num(width / 2)} ${num(height)}${half} ${num(width / 2)} 0Z`;
}

function rectangle(width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  const corner = (x: number, y: number) => `A${num(r)} ${num(r)} 0 0 1 ${num(x)} ${num(y)}`;
  return (
    `M${num(r)} 0H${num(width - r)}${corner(width, r)}V${num(height - r)}${corner(width - r, height)}` +
    `H${num(r)}${corner(0, height - r)}V${num(r)}${corner(r, 0)}Z`
  );
}

function shield(width: number, height: number): string {
  const p = (x: number, y: number) => `${num(x * width)} ${num(y * height)}`;
  return (
    `M${p(0.5, 0)}C${p(0.65, 0.08)} ${p(0.83, 0.12)} ${p(1, 0.12)}V${num(0.5 * height)}` +
    `C${p(1, 0.76)} ${p(0.78, 0.92)} ${p(0.5, 1)}C${p(0.22, 0.92)} ${p(0, 0.76)} ${p(0, 0.5)}` +
    `V${num(0.12 * height)}C${p(0.17, 0.12)} ${p(0.35, 0.08)} ${p(0.5, 0)}Z`
  );
}

function spread(corners: number, width: number, height: number): string {
  return polygon(Array.from({ length: corners }, (_, n) => onEllipse(width, height, n / corners)));
}

function star(points: number, depth: number, width: number, height: number): string {
  const corners = Array.from({ length: points * 2 }, (_, n) =>
    onEllipse(width, height, n / points / 2, n % 2 ? 1 - depth : 1),
  );
  return polygon(corners);
}

/** Scalloped edge, like a wax seal. */
function seal(teeth: number, depth: number, width: number, height: number): string {
  const valley = (n: number) => onEllipse(width, height, n / teeth, 1 - depth);
  const top = (n: number) => onEllipse(width, height, (n + 0.5) / teeth, 1 + depth);
  let path = `M${at(valley(0))}`;
  for (let n = 0; n < teeth; n++) path += `Q${at(top(n))} ${at(valley(n + 1))}`;
  return `${path}Z`;
}

/** A band with swallowtails. `fold` is the share of the width that each tail takes. */
function ribbon(fold: number, width: number, height: number): string {
  const tail = (fold * width) / 2;
  const notch = tail * 0.45;
  return polygon([
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width - notch, y: height / 2 },
    { x: width, y: height },
    { x: 0, y: height },
    { x: notch, y: height / 2 },
  ]);
}
