import { mixColors } from '@insignia/tokens/color';
import type { Paint } from '../schema.ts';
import { placeCircleText, placeShape, side, type TemplateLayer, toCapitals } from './build.ts';

export const solid = (color: string): Paint => ({ type: 'color', color });

export function verticalGradient(from: string, to: string): Paint {
  return {
    type: 'linear',
    angle: 90,
    stops: [
      { at: 0, color: from },
      { at: 1, color: to },
    ],
  };
}

export function radialGradient(inside: string, outside: string): Paint {
  return {
    type: 'radial',
    stops: [
      { at: 0, color: inside },
      { at: 1, color: outside },
    ],
  };
}

/** Gradient that looks like polished metal. */
export function metallicGradient(color: string): Paint {
  const [light, dark] = [mixColors(color, '#ffffff', 0.55), mixColors(color, '#1a1200', 0.25)];
  return {
    type: 'linear',
    angle: 50,
    stops: [
      { at: 0, color: dark },
      { at: 0.28, color: light },
      { at: 0.5, color },
      { at: 0.74, color: light },
      { at: 1, color: dark },
    ],
  };
}

type Lines = { size: number; at?: [number, number]; teeth: number; depth: number; lines: number };
type Line = { paint: Paint; width: number; opacity: number };

/** Guilloche rosette: one scalloped line, rotated repeatedly. */
export function createRosette(
  { lines, teeth, depth, ...place }: Lines,
  { paint, width, opacity }: Line,
): TemplateLayer[] {
  return Array.from({ length: lines }, (_, n) =>
    placeShape(`Rosette ${n + 1}`, { kind: 'seal', teeth, depth }, place, {
      stroke: { paint, width },
      opacity,
      rotation: (360 / teeth / lines) * n,
      group: 'rosette',
    }),
  );
}

/** Point at an angle (degrees to the right of the bottom) and a distance from the center. */
function getRingPoint(degrees: number, radius: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [side / 2 + radius * Math.sin(angle), side / 2 + radius * Math.cos(angle)];
}

type Stars = { radius: number; size: number; apart: number };

/** Three stars at the bottom of a ring, facing its center. */
export function createStars({ radius, size, apart }: Stars, fill: Paint): TemplateLayer[] {
  return [-1, 0, 1].map((n) =>
    placeShape(
      `Star ${n + 2}`,
      { kind: 'star', points: 5, depth: 0.6 },
      { at: getRingPoint(n * apart, radius), size },
      { fill, rotation: 0 - n * apart },
    ),
  );
}

type Own = Parameters<typeof placeCircleText>[3];

/** Characters that fit a ring in spaced capitals. */
const MAX_CAPITALS = 44;

/**
 * Sets a name on a ring. Long names use mixed case and tight spacing, which takes a third less
 * room.
 */
export function createRingText(name: string, words: string, size: number, own: Own): TemplateLayer {
  const isLong = [...words].length > MAX_CAPITALS;
  const long = { letterSpacing: 0.02 };
  return isLong
    ? placeCircleText(name, words, { size: size + 16 }, { ...own, ...long })
    : placeCircleText(name, toCapitals(words), { size }, own);
}

/**
 * Splits a name into two parts of similar length, at a space or after a hyphen. Undefined for a
 * single word.
 */
export function splitInHalves(words: string): [string, string] | undefined {
  const cuts = [...words.matchAll(/\s+|(?<=-)(?=\S)/g)].map(
    ({ 0: gap, index }): [string, string] => [
      words.slice(0, index),
      words.slice(index + gap.length),
    ],
  );
  const longer = ([one, other]: [string, string]) => Math.max(one.length, other.length);
  return cuts.toSorted((one, other) => longer(one) - longer(other))[0];
}
