import { mixColors } from '@insignia/tokens/shades';
import type { Paint } from '../schema.ts';
import {
  type Logo,
  middle,
  placeCircleText,
  placePicture,
  placeShape,
  side,
  type TemplateLayer,
  toCapitals,
} from './build.ts';

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

export const dropShadow = { color: '#0000004d', x: 0, y: 12, blur: 30 };

type Radial = { count: number; radius: number; at?: [number, number]; from?: number };

/** Layers at equal distances on a circle, each turned away from its center. `from` in degrees. */
export function spreadAround(
  { count, radius, at: [x, y] = [side / 2, side / 2], from = 0 }: Radial,
  place: (at: [number, number], degrees: number, n: number) => TemplateLayer,
): TemplateLayer[] {
  return Array.from({ length: count }, (_, n) => {
    const degrees = from + (360 / count) * n;
    const angle = (degrees * Math.PI) / 180;
    return place([x + radius * Math.sin(angle), y - radius * Math.cos(angle)], degrees, n);
  });
}

type Band = { from: [number, number]; width: number; height: number };

/** A band of slanted stripes, as on barriers. */
export function createHazardBand({ from: [x, y], width, height }: Band, colors: string[]) {
  const [one = '#000000', other = '#ffffff'] = colors;
  const count = Math.round(width / 75);
  const part = width / count;
  // Overlaps the next one, so that no seam shows.
  const drawn = part + 1;
  // Gradients run along the diagonal. One part is one period, so that parts join.
  const period = part / (drawn + height);
  // Renderers differ in the pixels of sharper edges.
  const soft = 0.012;
  const stops = [0.5, 1, 1.5]
    .flatMap((n) => [
      { at: n * period - soft, color: n % 1 === 0 ? other : one },
      { at: n * period + soft, color: n % 1 === 0 ? one : other },
    ])
    .filter(({ at }) => at < 1);
  const fill: Paint = {
    type: 'linear',
    angle: 45,
    stops: [
      { at: 0, color: mixColors(one, other, 0.5) },
      { at: soft, color: one },
      ...stops,
      { at: 1, color: stops.at(-1)?.color ?? one },
    ],
  };
  return Array.from({ length: count }, (_, n) =>
    placeShape(
      'Stripes',
      { kind: 'rectangle', radius: 0 },
      { at: [x + n * part + drawn / 2, y + height / 2], size: [drawn, height] },
      { fill, group: 'stripes' },
    ),
  );
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
export function createRingText(
  name: string,
  words: string,
  { at = [side / 2, side / 2], size }: { at?: [number, number]; size: number },
  own: Own,
): TemplateLayer {
  const isLong = [...words].length > MAX_CAPITALS;
  const long = { letterSpacing: 0.02 };
  return isLong
    ? placeCircleText(name, words, { at, size: size + 16 }, { ...own, ...long })
    : placeCircleText(name, toCapitals(words), { at, size }, own);
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

type LogoBox = { at: [number, number]; size: [number, number] };

/**
 * Gives wide and square logos about the same area. Equal widths would make square ones look larger.
 */
const coveredShare = 0.5;

function fitLogo({ width, height }: Logo, [w, h]: [number, number]): [number, number] {
  const ratio = width / height;
  const ideal = Math.sqrt(w * h * coveredShare * ratio);
  const fits = Math.min(ideal, w, h * ratio);
  return [Math.max(1, fits), Math.max(1, fits / ratio)];
}

/** A logo on a light background, with its own aspect ratio. */
export function createLogo(logo: Logo | undefined, { at, size }: LogoBox): TemplateLayer[] {
  return logo ? [placePicture('Logo', logo.picture, { at, size: fitLogo(logo, size) }, {})] : [];
}

/** A light rectangle with a logo, of a fixed size. */
export function createLogoCard(
  logo: Logo | undefined,
  { at, size: [width, height], frame }: LogoBox & { frame: Paint },
): TemplateLayer[] {
  if (!logo) return [];
  const own = { fill: solid('#ffffff'), stroke: { paint: frame, width: 6 }, group: 'logo' };
  return [
    placeShape('Logo plate', { kind: 'rectangle', radius: 20 }, { at, size: [width, height] }, own),
    placePicture(
      'Logo',
      logo.picture,
      { at, size: fitLogo(logo, [width - 48, height - 40]) },
      { group: 'logo' },
    ),
  ];
}

const padding = 34;
const plateRoom: LogoBox['size'] = [330, 128];

/**
 * Centered plate behind the logo, because most logos are made for light backgrounds: round, or as
 * wide as the logo.
 */
export function createLogoPlate(logo: Logo | undefined, y: number, frame: Paint): TemplateLayer[] {
  if (!logo) return [];
  const at: LogoBox['at'] = [middle, y];
  const [w, h] = fitLogo(logo, plateRoom);
  const round = Math.hypot(w, h) + padding;
  const isLong = w > 1.7 * h;
  const height = isLong ? h + 2 * padding : round;
  const own = {
    fill: solid('#ffffff'),
    stroke: { paint: frame, width: 8 },
    shadow: { color: '#00000045', x: 0, y: 8, blur: 22 },
    group: 'logo',
  };
  return [
    placeShape(
      'Logo plate',
      { kind: 'rectangle', radius: height / 2 },
      { at, size: [isLong ? w + 3 * padding : round, height] },
      own,
    ),
    placePicture('Logo', logo.picture, { at, size: [w, h] }, { group: 'logo' }),
  ];
}
