import { z } from 'zod';
import { shape } from '../schema.ts';
import { shapePath } from '../shapes/shape-path.ts';

const share = z.number().min(0).max(1);

/** Shapes of badge designs, and ornaments of certificates, in millimeters. */
export const certificateShape = z.discriminatedUnion('kind', [
  ...shape.options,
  /** A rectangle with corners curved inward. */
  z.object({ kind: z.literal('frame'), notch: z.number().min(0).max(100) }),
  /** A star of four points with curved sides. */
  z.object({ kind: z.literal('fleuron') }),
  /** Interlaced lines along the sides of the box, in bands as wide as `band`, as on banknotes. */
  z.object({ kind: z.literal('guilloche'), band: z.number().min(4).max(50) }),
  /** Interlaced closed curves around the center. Rings are in shares of the radius. */
  z.object({
    kind: z.literal('rosette'),
    petals: z.int().min(3).max(40),
    strands: z.int().min(1).max(6),
    rings: z
      .array(z.object({ radius: share, swing: share }))
      .min(1)
      .max(4),
  }),
]);
export type CertificateShape = z.output<typeof certificateShape>;
type Rosette = Extract<CertificateShape, { kind: 'rosette' }>;

/** Shapes of fine lines take as long to print as a hundred others. */
export const isFineShape = ({ kind }: CertificateShape): boolean =>
  kind === 'guilloche' || kind === 'rosette';

/** Outline of a shape that fills the box, as SVG path data. */
export function certificateShapePath(
  written: CertificateShape,
  width: number,
  height: number,
): string {
  switch (written.kind) {
    case 'frame':
      return drawFrame(Math.min(written.notch, width / 2, height / 2), width, height);
    case 'fleuron':
      return drawFleuron(width, height);
    case 'guilloche':
      return drawBands(written.band, width, height).map(drawWave).join('');
    case 'rosette':
      return drawRings(written, width, height).map(drawWave).join('');
    default:
      return shapePath(written, width, height);
  }
}

const format = (...numbers: number[]): string =>
  numbers.map((value) => Math.round(value * 1_000) / 1_000).join(' ');

function drawFrame(notch: number, w: number, h: number): string {
  const bend = notch * 0.55;
  return (
    `M${format(notch, 0)}H${format(w - notch)}` +
    `C${format(w - notch, bend, w - bend, notch, w, notch)}V${format(h - notch)}` +
    `C${format(w - bend, h - notch, w - notch, h - bend, w - notch, h)}H${format(notch)}` +
    `C${format(notch, h - bend, bend, h - notch, 0, h - notch)}V${format(notch)}` +
    `C${format(bend, notch, notch, bend, notch, 0)}Z`
  );
}

function drawFleuron(w: number, h: number): string {
  const curve = (x: number, y: number, toX: number, toY: number): string =>
    `Q${format(x * w, y * h, toX * w, toY * h)}`;
  return `M${format(0, h / 2)}${curve(0.4, 0.4, 0.5, 0)}${curve(0.6, 0.4, 1, 0.5)}${curve(0.6, 0.6, 0.5, 1)}${curve(0.4, 0.6, 0, 0.5)}Z`;
}

type Point = readonly [x: number, y: number];
/** A crest or trough of a wave, with the direction to the next one. */
type Turn = { at: Point; way: Point };

/** Two sets of waves along the four sides with crossing envelopes. */
function drawBands(band: number, width: number, height: number): Turn[][] {
  const strands = 6;
  const inset = Math.min(band, width, height) / 2;
  return Array.from({ length: strands }, (_, strand) => strand / strands).flatMap((part) => {
    const across = createWave(width - 2 * inset, inset, part);
    const down = createWave(height - 2 * inset, inset, part);
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
function createWave(length: number, amplitude: number, part: number): Turn[] {
  const waves = Math.max(1, Math.round(length / (amplitude * 2.62)));
  const swells = Math.round(waves / 4);
  // The first and last may be covered by corners.
  const first = Math.ceil(part * 2);
  return Array.from({ length: waves * 2 + 1 }, (_, step) => {
    const at = ((first + step) / 2 - 0.25 - part) / waves;
    const swell = 0.62 + 0.38 * Math.cos(2 * Math.PI * (part * 2 + at * swells));
    const off = amplitude * swell * ((first + step) % 2 === 0 ? -1 : 1);
    return { at: [at * length, off], way: [length / waves / 2, 0] };
  });
}

/** The extreme points of the petals of each curve. */
function drawRings({ petals, strands, rings }: Rosette, width: number, height: number): Turn[][] {
  return rings.flatMap(({ radius, swing }) =>
    Array.from({ length: strands }, (_, strand) =>
      Array.from({ length: petals * 2 + 1 }, (_, step): Turn => {
        const angle = (Math.PI * (step - (2 * strand) / strands)) / petals;
        const distance = radius + (step % 2 === 0 ? swing : -swing);
        const x = (width / 2) * distance * Math.cos(angle);
        const y = (height / 2) * distance * Math.sin(angle);
        const arc = Math.PI / petals;
        return { at: [width / 2 + x, height / 2 + y], way: [-y * arc, x * arc] };
      }),
    ),
  );
}

// With this handle length, the curve differs from a sine by less than a line width.
const HANDLE = 0.364;

/**
 * Relative cubic curves through all points. Numbers in tenths of a millimeter matter, because Typst
 * rewrites them for each document.
 */
function drawWave(turns: Turn[]): string {
  const rounded = ([x, y]: Point, by = 1): Point => [
    Math.round(x * 10 * by),
    Math.round(y * 10 * by),
  ];
  const written = (...numbers: number[]): string => numbers.map((value) => value / 10).join(' ');
  let path = '';
  turns.forEach(({ at, way }, n) => {
    const to = rounded(at);
    const before = turns[n - 1];
    if (!before) {
      path = `M${written(...to)}`;
      return;
    }
    const from = rounded(before.at);
    const out = rounded(before.way, HANDLE);
    const back = rounded(way, HANDLE);
    const by: Point = [to[0] - from[0], to[1] - from[1]];
    path += `c${written(...out, by[0] - back[0], by[1] - back[1], ...by)}`;
  });
  return path;
}
