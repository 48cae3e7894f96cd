import type { Paint } from '../paint.ts';
import { shape, side, type TemplateLayer } from './build.ts';

type Lines = { size: number; at?: [number, number]; teeth: number; depth: number; lines: number };
type Line = { paint: Paint; width: number; opacity: number };

/** Guilloche rosette: one scalloped line, rotated repeatedly. */
export function rosette(
  { lines, teeth, depth, ...place }: Lines,
  { paint, width, opacity }: Line,
): TemplateLayer[] {
  return Array.from({ length: lines }, (_, n) =>
    shape(`Rosette ${n + 1}`, { kind: 'seal', teeth, depth }, place, {
      stroke: { paint, width },
      opacity,
      rotation: (360 / teeth / lines) * n,
      group: 'rosette',
    }),
  );
}

/** Point at an angle (degrees to the right of the bottom) and a distance from the center. */
function onRing(degrees: number, radius: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [side / 2 + radius * Math.sin(angle), side / 2 + radius * Math.cos(angle)];
}

type Stars = { radius: number; size: number; apart: number };

/** Three stars at the bottom of a ring, facing its center. */
export function starsBelow({ radius, size, apart }: Stars, fill: Paint): TemplateLayer[] {
  return [-1, 0, 1].map((n) =>
    shape(
      `Star ${n + 2}`,
      { kind: 'star', points: 5, depth: 0.6 },
      { at: onRing(n * apart, radius), size },
      { fill, rotation: 0 - n * apart },
    ),
  );
}
