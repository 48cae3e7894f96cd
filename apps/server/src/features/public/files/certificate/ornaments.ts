import type { Brand } from '../../store.ts';
import { sheetOf } from './sheet.ts';

/** Shares of the radius. */
type Ring = { from: number; swing: number };
/** `points`: of each petal. */
type Rosette = { petals: number; strands: number; points: number; rings: Ring[] };
type Point = readonly [x: number, y: number];

// Coordinates are whole tenths of a millimetre in the SVG, so that a path of thousands of points stays short.
const unit = 10;
const made = new Map<string, string>();
const mostKept = 50;

/** The SVG that a style has lying under its letters: drawn here, since Typst would do it anew for each document. */
export function ornamentOf(brand: Brand, color: string): string | undefined {
  if (brand.certificateStyle !== 'engraved') return undefined;
  const { width, height } = sheetOf(brand);
  const mirrored = brand.language === 'ar';
  const key = `${width} ${height} ${color} ${mirrored}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  if (made.size >= mostKept) made.clear();
  const svg = engraving(width, height, color, mirrored);
  made.set(key, svg);
  return svg;
}

/** Fine interwoven lines as on securities: around the sheet, and in its corners. */
function engraving(width: number, height: number, color: string, mirrored: boolean): string {
  // Behind the badge, where the template has it.
  const middle: Point = width > height ? [mirrored ? width - 66 : 66, 76] : [width / 2, 54];
  return svgOf(width, height, [
    ...bands(width, height).map((points) => pathOf(points, color, 0.14, false)),
    ...corners(width, height).flatMap(([x, y]) => [
      `<circle cx="${x * unit}" cy="${y * unit}" r="${8.6 * unit}" fill="#fff"/>`,
      ...rosette([x, y], 10, cornerRosette).map((points) => pathOf(points, color, 0.14, true)),
    ]),
    ...rosette(middle, width > height ? 37 : 27, pictureRosette).map((points) =>
      pathOf(points, color, 0.16, true),
    ),
  ]);
}

function svgOf(width: number, height: number, paths: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width * unit} ${height * unit}">${paths.join('')}</svg>`;
}

const cornerRosette: Rosette = {
  ...{ petals: 9, strands: 4, points: 4 },
  rings: [
    { from: 0.58, swing: 0.42 },
    { from: 0.34, swing: 0.2 },
  ],
};
const pictureRosette: Rosette = {
  ...{ petals: 28, strands: 5, points: 2 },
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

/** Waves along the four sides, in two sets whose envelopes cross. */
function bands(width: number, height: number): Point[][] {
  const strands = 6;
  return Array.from({ length: strands }, (_, strand) => strand / strands).flatMap((share) => {
    const across = waveOf(width - 2 * inset, share);
    const down = waveOf(height - 2 * inset, share);
    return [
      across.map(([at, off]): Point => [inset + at, inset + off]),
      across.map(([at, off]): Point => [inset + at, height - inset + off]),
      down.map(([at, off]): Point => [inset + off, inset + at]),
      down.map(([at, off]): Point => [width - inset + off, inset + at]),
    ];
  });
}

/** Along a side: a short wave whose height swells and sinks along a long one. */
function waveOf(length: number, share: number): Point[] {
  const waves = Math.round(length / 11);
  const swells = Math.round(waves / 4);
  // Crests and troughs, the first and the last beneath the corners.
  const first = Math.ceil(share * 2);
  return Array.from({ length: waves * 2 + 1 }, (_, step) => {
    const at = ((first + step) / 2 - 0.25 - share) / waves;
    const swell = 0.62 + 0.38 * Math.cos(2 * Math.PI * (share * 2 + at * swells));
    return [at * length, amplitude * swell * ((first + step) % 2 === 0 ? -1 : 1)] as const;
  });
}

/** Closed curves around a middle, turned against each other, in rings. Deep petals need more points than their outmost and inmost ones. */
function rosette(
  [x, y]: Point,
  radius: number,
  { petals, strands, points, rings }: Rosette,
): Point[][] {
  return rings.flatMap(({ from, swing }) =>
    Array.from({ length: strands }, (_, strand) =>
      Array.from({ length: petals * points }, (_, step): Point => {
        const turn = step / points;
        const angle = (2 * Math.PI * (turn - strand / strands)) / petals;
        const reach = radius * (from + swing * Math.cos(2 * Math.PI * turn));
        return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
      }),
    ),
  );
}

// Of what lies between the points beside a crest: such a curve through the crests of a sine differs from it by less than a line is wide.
const tangent = 0.182;

/** Through all points by cubic curves (Catmull and Rom), relative, so that numbers are short; Typst writes each anew for each document. */
function pathOf(points: Point[], color: string, width: number, isClosed: boolean): string {
  const count = points.length;
  const point = (at: number): Point => {
    const index = isClosed ? (at + count) % count : Math.min(Math.max(at, 0), count - 1);
    const [x, y] = points[index] ?? [0, 0];
    return [Math.round(x * unit), Math.round(y * unit)];
  };
  const [startX, startY] = point(0);
  let path = `M${startX} ${startY}`;
  for (let at = 0; at < (isClosed ? count : count - 1); at++) {
    const [beforeX, beforeY] = point(at - 1);
    const [fromX, fromY] = point(at);
    const [toX, toY] = point(at + 1);
    const [afterX, afterY] = point(at + 2);
    const numbers = [
      Math.round((toX - beforeX) * tangent),
      Math.round((toY - beforeY) * tangent),
      toX - fromX - Math.round((afterX - fromX) * tangent),
      toY - fromY - Math.round((afterY - fromY) * tangent),
      toX - fromX,
      toY - fromY,
    ];
    path += `c${numbers.join(' ')}`;
  }
  return `<path d="${path}${isClosed ? 'z' : ''}" fill="none" stroke="${color}" stroke-width="${width * unit}"/>`;
}
