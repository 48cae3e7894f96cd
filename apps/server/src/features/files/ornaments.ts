import { sheetSize } from '@insignia/design';
import type { JobFile } from '../../platform/typeset/index.ts';
import type { Brand } from '../published/index.ts';

/** As shares of the radius. */
type Ring = { from: number; swing: number };
type Rosette = { petals: number; strands: number; rings: Ring[] };
type Point = readonly [x: number, y: number];
/** A crest or trough of a wave, with the direction to the next one. */
type Turn = { at: Point; way: Point };

// Tenths of a millimeter, so that paths with thousands of points stay short.
const unit = 10;
const ornamentCache = new Map<string, JobFile>();
const MAX_CACHED_ORNAMENTS = 50;

/** Background SVG of a style, generated here because Typst would redraw it for each document. */
export function createOrnament(brand: Brand, color: string): JobFile | undefined {
  if (brand.certificateStyle !== 'engraved') return undefined;
  const { width, height } = sheetSize(brand);
  const mirrored = brand.language === 'ar';
  const id = `${width} ${height} ${color} ${mirrored}`;
  const known = ornamentCache.get(id);
  if (known !== undefined) return known;
  if (ornamentCache.size >= MAX_CACHED_ORNAMENTS) ornamentCache.clear();
  const file = { id, bytes: Buffer.from(drawEngraving(width, height, color, mirrored)) };
  ornamentCache.set(id, file);
  return file;
}

/** Fine interlaced lines as on banknotes, around the sheet and in its corners. */
function drawEngraving(width: number, height: number, color: string, mirrored: boolean): string {
  // Behind the badge's position in the template.
  const middle: Point = width > height ? [mirrored ? width - 66 : 66, 76] : [width / 2, 54];
  return createSvg(width, height, [
    ...bands(width, height).map((turns) => drawPath(turns, color, 0.14)),
    ...corners(width, height).flatMap(([x, y]) => [
      `<circle cx="${x * unit}" cy="${y * unit}" r="${8.6 * unit}" fill="#fff"/>`,
      ...rosette([x, y], 10, cornerRosette).map((turns) => drawPath(turns, color, 0.14)),
    ]),
    ...rosette(middle, width > height ? 37 : 27, pictureRosette).map((turns) =>
      drawPath(turns, color, 0.16),
    ),
  ]);
}

function createSvg(width: number, height: number, paths: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width * unit} ${height * unit}">${paths.join('')}</svg>`;
}

const cornerRosette: Rosette = {
  ...{ petals: 9, strands: 4 },
  rings: [
    { from: 0.58, swing: 0.42 },
    { from: 0.34, swing: 0.2 },
  ],
};
const pictureRosette: Rosette = {
  ...{ petals: 28, strands: 5 },
  rings: [
    { from: 0.9, swing: 0.1 },
    { from: 0.8, swing: 0.08 },
    { from: 0.74, swing: 0.04 },
  ],
};
const inset = 14;
const amplitude = 4.2;

function corners(width: number, height: number): Point[] {
  return [
    [inset, inset],
    [width - inset, inset],
    [inset, height - inset],
    [width - inset, height - inset],
  ];
}

/** Two sets of waves along the four sides with crossing envelopes. */
function bands(width: number, height: number): Turn[][] {
  const strands = 6;
  return Array.from({ length: strands }, (_, strand) => strand / strands).flatMap((share) => {
    const across = createWave(width - 2 * inset, share);
    const down = createWave(height - 2 * inset, share);
    const turned = ([x, y]: Point): Point => [y, x];
    const moved = (turns: Turn[], x: number, y: number): Turn[] =>
      turns.map(({ at, way }) => ({ at: [at[0] + x, at[1] + y], way }));
    const upright = down.map(({ at, way }) => ({ at: turned(at), way: turned(way) }));
    return [
      ...[moved(across, inset, inset), moved(across, inset, height - inset)],
      ...[moved(upright, inset, inset), moved(upright, width - inset, inset)],
    ];
  });
}

/** A short wave modulated by a long one. */
function createWave(length: number, share: number): Turn[] {
  const waves = Math.round(length / 11);
  const swells = Math.round(waves / 4);
  // The first and last are covered by the corners.
  const first = Math.ceil(share * 2);
  return Array.from({ length: waves * 2 + 1 }, (_, step) => {
    const at = ((first + step) / 2 - 0.25 - share) / waves;
    const swell = 0.62 + 0.38 * Math.cos(2 * Math.PI * (share * 2 + at * swells));
    const off = amplitude * swell * ((first + step) % 2 === 0 ? -1 : 1);
    return { at: [at * length, off], way: [length / waves / 2, 0] };
  });
}

/** Concentric rings of rotated closed curves. Returns the extreme points of their petals. */
function rosette([x, y]: Point, radius: number, { petals, strands, rings }: Rosette): Turn[][] {
  return rings.flatMap(({ from, swing }) =>
    Array.from({ length: strands }, (_, strand) =>
      Array.from({ length: petals * 2 + 1 }, (_, step): Turn => {
        const angle = (Math.PI * (step - (2 * strand) / strands)) / petals;
        const distance = radius * (from + (step % 2 === 0 ? swing : -swing));
        const [across, up] = [distance * Math.cos(angle), distance * Math.sin(angle)];
        const arc = Math.PI / petals;
        return { at: [x + across, y + up], way: [-up * arc, across * arc] };
      }),
    ),
  );
}

// With this handle length, the curve differs from a sine by less than a line width.
const handle = 0.364;

/**
 * Relative cubic curves through all points. Short numbers matter, because Typst rewrites them for
 * each document.
 */
function drawPath(turns: Turn[], color: string, width: number): string {
  const rounded = ([x, y]: Point, by = 1): Point => [
    Math.round(x * unit * by),
    Math.round(y * unit * by),
  ];
  let path = '';
  turns.forEach(({ at, way }, n) => {
    const to = rounded(at);
    const before = turns[n - 1];
    if (!before) {
      path = `M${to.join(' ')}`;
      return;
    }
    const from = rounded(before.at);
    const out = rounded(before.way, handle);
    const back = rounded(way, handle);
    const by: Point = [to[0] - from[0], to[1] - from[1]];
    path += `c${[...out, by[0] - back[0], by[1] - back[1], ...by].join(' ')}`;
  });
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width * unit}"/>`;
}
