import { mixColors } from '@insignia/tokens/shades';
import type { CertificateDesign } from '../schema.ts';
import { readCertificateDesign, sheetSize } from '../schema.ts';

/** Texts and look of a style. `address` is that of the credential's page, without the ID. */
export type StyleSettings = Pick<CertificateDesign, 'paper' | 'orientation'> & {
  accentColor: string;
  signatures: number;
  /** Width of the issuer's logo divided by its height, or null without one. */
  logoRatio: number | null;
  /** Whether the language reads from right to left, so that the sheet is mirrored. */
  isRtl: boolean;
  labels: Record<StyleLabel, string>;
  address: string;
};
type StyleLabel =
  | 'title'
  | 'awardedTo'
  | 'awardedFor'
  | 'issuedOn'
  | 'validUntil'
  | 'verify'
  | 'smallPrint';

export type Layer = Record<string, unknown>;
/** In millimeters. */
type Box = { x: number; y: number; width: number; height: number };
export type Row = Pick<Box, 'x' | 'width'>;
/**
 * Distance from the top. Negative: from the bottom. A pair is for A4 and Letter, where it depends on
 * what is above and below.
 */
export type Level = number | readonly [a4: number, letter: number];

/** A level for each paper. */
export const onPaper = (a4: number, letter: number): Level => [a4, letter];

const ink = '#221f1a';
export const quiet = '#625c51';

/** Side of the QR code, including the white zone around it. */
export const CODE_SIZE = 38.3;
export const QUIET_ZONE = 3.4;

export const sans = { font: 'Source Sans 3' };
export const display = { font: 'Cormorant Garamond', weight: 600 };
/** Spacing of capitals. */
export const spaced = { letterSpacing: 0.09 };

export const toMillimeters = (points: number): number => (points * 25.4) / 72;

/** The page of a style, with its size and settings. */
export class Sheet {
  readonly width: number;
  readonly height: number;
  readonly isWide: boolean;
  /** The color of fine lines. */
  readonly hair: string;
  readonly settings: StyleSettings;

  constructor(settings: StyleSettings) {
    const { width, height } = sheetSize(settings);
    this.width = width;
    this.height = height;
    this.isWide = width > height;
    this.hair = mixColors('#ffffff', settings.accentColor, 0.38);
    this.settings = settings;
  }

  /** Distance from the top on this paper. */
  at(level: Level): number {
    if (typeof level === 'number') return level < 0 ? this.height + level : level;
    return level[this.settings.paper === 'a4' ? 0 : 1];
  }

  /** A row with these margins to both sides. */
  across(margin: number): Row {
    return { x: margin, width: this.width - 2 * margin };
  }
}

/** The design of these layers, mirrored if its language reads from right to left. */
export function createDesign(
  settings: Pick<StyleSettings, 'paper' | 'orientation' | 'isRtl'>,
  layers: Layer[],
  safeMargin: number,
): CertificateDesign {
  const { paper, orientation, isRtl } = settings;
  const { width } = sheetSize(settings);
  const placed = keepNamesApart(layers).map(({ ink: _, ...layer }) => layer);
  const read = readCertificateDesign({
    ...{ insigniaDesign: 1, kind: 'certificate', paper, orientation, safeMargin },
    layers: isRtl ? placed.map((layer) => mirror(layer, width)) : placed,
  });
  if ('errors' in read) throw new Error(`the style is no design: ${JSON.stringify(read.errors)}`);
  return read.design;
}

/** Distance of a long name from the baseline above, with the descenders of that line. */
const BELOW_BASELINE = 2;
/** Distance of the last baseline of a long name from what is below. */
const ABOVE_INK = 2.5;
/** Higher shapes are areas behind texts. */
const MAX_RULE_HEIGHT = 2;

/** Keeps the middle of names, and gives longer ones only the free space around the usual one. */
function keepNamesApart(layers: Layer[]): Layer[] {
  const drawn = layers.flatMap((layer) => findInk(layer) ?? []);
  return layers.map((layer) => {
    const own = findInk(layer);
    if (!own || !/^\{\{(?:recipient|badge)_name\}\}$/.test(String(layer.text))) return layer;
    const beside = drawn.filter(
      ({ id, left, right }) => id !== own.id && left < own.right && right > own.left,
    );
    const middle = (own.top + own.bottom) / 2;
    const [above, below] = [
      Math.max(...beside.filter(({ bottom }) => bottom <= own.top).map(({ bottom }) => bottom)),
      Math.min(...beside.filter(({ top }) => top >= own.bottom).map(({ top }) => top)),
    ];
    const half = Math.min(middle - above - BELOW_BASELINE, below - ABOVE_INK - middle);
    const height = Math.min(Number(layer.height), Math.max(2 * half, own.least));
    return { ...layer, y: middle - height / 2, height };
  });
}

/** Where the letters of a usual text are, or a horizontal line. */
function findInk({ id, ink, type, x, y, width, height }: Layer) {
  const [left, right] = [Number(x), Number(x) + Number(width)];
  const isRule = type === 'shape' && Number(height) < MAX_RULE_HEIGHT;
  if (!ink && !isRule) return undefined;
  const rows = (ink ?? { top: Number(y), bottom: Number(y) + Number(height), least: 0 }) as Ink;
  return { id, left, right, ...rows };
}

/** `least`: height of a box in which `fit-in` of the templates tries the usual size. */
type Ink = { top: number; bottom: number; least: number };

const mirroredAlignments: Record<string, string> = { left: 'right', right: 'left' };

function mirror(layer: Layer, width: number): Layer {
  const { align } = layer as { align?: string };
  return {
    ...layer,
    x: width - Number(layer.x) - Number(layer.width),
    ...(align && { align: mirroredAlignments[align] ?? align }),
  };
}

const capHeights: Record<string, number> = {
  'Source Serif 4': 0.67,
  'Source Sans 3': 0.66,
  'Cormorant Garamond': 0.625,
};

type TextPlace = Row & {
  /** The baseline of its last line. */
  base: number;
  size: number;
  lines?: number;
  lineHeight?: number;
  /** Height for longer texts, around the middle of the usual one. */
  room?: number;
} & Layer;

/** A text at the baseline that a usual one has. */
export function createText(id: string, text: string, place: TextPlace): Layer {
  const { base, size, lines = 1, room = 0.6 * size, ...more } = place;
  const { lineHeight = 1.09, font = 'Source Serif 4' } = more;
  const capHeight = capHeights[String(font)] ?? 0;
  const high = capHeight + (lines - 1) * (capHeight + lineHeight - 0.67);
  const top = base - toMillimeters(high * size);
  const ink: Ink = { top, bottom: base, least: toMillimeters((1.08 * lines - 0.09) * size) };
  return {
    ...{ id, type: 'text', y: (top + base - room) / 2, height: room, text, size, ink },
    ...{ lineHeight, verticalAlign: 'middle', ...more },
  };
}

/** The certificate text, from the baseline of its first line down to `end`. */
export function createFlow(
  place: Row & { base: number; size: number; end: number } & Layer,
): Layer {
  const { base, size, end, font = 'Source Serif 4', ...more } = place;
  const top = base - toMillimeters((capHeights[String(font)] ?? 0) * size);
  const text = '{{certificate_text}}';
  const ink: Ink = { top, bottom: end, least: 0 };
  return { id: 'text', type: 'text', text, y: top, height: end - top, size, font, ink, ...more };
}

/** A filled rectangle. */
export function createBar(id: string, box: Box, color: string, radius = 0): Layer {
  const shape = { kind: 'rectangle', radius };
  return { id, type: 'shape', ...box, shape, fill: { type: 'color', color } };
}

/** A horizontal line. */
export function createLine(
  id: string,
  { x, y, width }: Omit<Box, 'height'>,
  { points, color = ink }: { points: number; color?: string },
): Layer {
  const height = toMillimeters(points);
  return createBar(id, { x, y: y - height / 2, width, height }, color);
}

/** The outline of a shape. The line's width is in millimeters. */
export function createOutline(
  id: string,
  box: Box,
  shape: Layer,
  { width, color }: { width: number; color: string },
): Layer {
  return { id, type: 'shape', ...box, shape, stroke: { paint: { type: 'color', color }, width } };
}

export const createSquare = (
  id: string,
  type: 'badge' | 'qr',
  { x, y, size }: { x: number; y: number; size: number },
): Layer => ({ id, type, x, y, width: size, height: size });

type SignatureLook = {
  align?: 'left' | 'center';
  font?: string;
  color?: string;
  points?: number;
  /** Height of the picture. */
  height?: number;
};

/** A signature for each signatory, in the first of these rows. */
export function createSignatures(
  { signatures }: StyleSettings,
  rows: Row[],
  y: number,
  look: SignatureLook = {},
): Layer[] {
  const pictureWidth = signatures > 2 ? 34 : 46;
  return rows
    .slice(0, signatures)
    .flatMap((row, n) => createSignature(n + 1, { ...row, y }, { ...look, pictureWidth }));
}

/** A signature above a line, with name and title below. */
function createSignature(
  n: number,
  { x, y, width }: Omit<Box, 'height'>,
  look: SignatureLook & { pictureWidth: number },
): Layer[] {
  const { align = 'center', font, color = ink, points = 0.5, height = 14, pictureWidth } = look;
  const below = { x, width, align, ...(font && { font }) };
  // Below the line, by the cap height of the font.
  const [name, title] = font === 'Source Sans 3' ? [3.93, 7.65] : [3.97, 7.72];
  return [
    {
      ...{ id: `signature-${n}`, type: 'signature', signatory: n, align },
      ...{ x: align === 'center' ? x + (width - pictureWidth) / 2 : x, y: y - 1 - height },
      ...{ width: pictureWidth, height },
    },
    createLine(`line-${n}`, { x, y, width }, { points, color }),
    createText(`signatory-${n}`, `{{signatory_${n}_name}}`, {
      ...{ ...below, base: y + name, size: 10, room: 4, weight: 600 },
    }),
    createText(`title-${n}`, `{{signatory_${n}_title}}`, {
      ...{ ...below, base: y + title, size: 8.5, room: 4, color: quiet },
    }),
  ];
}

/** The logo with the issuer's name beside it, or the name alone in another size. */
export function createLockup(
  ratio: number | null,
  {
    x,
    y,
    width,
    maxSize,
  }: { x: number; y: number; width: number; maxSize: readonly [number, number] },
  { alone, ...look }: { size: number; alone: Layer & { size: number } } & Layer,
): Layer[] {
  const text = '{{issuer_name}}';
  const capHeight = (size: number) =>
    toMillimeters(size * (capHeights[String(look.font ?? 'Source Serif 4')] ?? 0));
  if (ratio === null) {
    const own = { ...look, ...alone };
    return [createText('issuer', text, { ...own, x, width, base: y + capHeight(own.size) })];
  }
  const height = Math.min(maxSize[1], maxSize[0] / ratio);
  const logo = { x, y, width: Math.max(1, height * ratio), height: Math.max(1, height) };
  const after = logo.width + 5;
  return [
    { id: 'logo', type: 'logo', align: 'left', ...logo },
    createText('issuer', text, {
      ...{ ...look, x: x + after, width: width - after, room: Math.max(height, 8) },
      base: y + (height + capHeight(look.size)) / 2,
    }),
  ];
}

/** A date below its label. `base` is that of the label. */
export function createDate(
  { labels }: StyleSettings,
  placeholder: 'issued_on' | 'expires',
  { base, ...row }: Row & { base: number },
  { isSerif = false, align = 'left' }: { isSerif?: boolean; align?: string } = {},
): Layer[] {
  const text = placeholder === 'issued_on' ? labels.issuedOn : labels.validUntil;
  const label = isSerif
    ? { size: 9.2, isSmallCaps: true, letterSpacing: 0.04 }
    : { ...sans, size: 8 };
  return [
    createText(`${placeholder}-label`, text, {
      ...{ ...row, ...label, base, align, color: quiet, showIf: placeholder },
    }),
    createText(placeholder, `{{${placeholder}}}`, {
      ...{ ...row, align, size: 11 },
      ...(isSerif ? { figures: 'old-style', base: base + 4.3 } : { ...sans, base: base + 4.26 }),
    }),
  ];
}

/** Equal parts of a row, at least two. More than two are closer to each other. */
export function splitRow({ x, width }: Row, gutter: number, count = 2): [Row, Row, ...Row[]] {
  const between = count > 2 ? 5 : gutter;
  const columns = Math.max(2, count);
  const each = (width - (columns - 1) * between) / columns;
  const part = (n: number): Row => ({ x: x + n * (each + between), width: each });
  return [part(0), part(1), ...Array.from({ length: columns - 2 }, (_, n) => part(n + 2))];
}

/** The URL of the credential's page in three lines. `y` is the baseline of the first. */
export function createAddress(
  { labels, address }: StyleSettings,
  { x, y, width, line, ...look }: Omit<Box, 'height'> & { line: number; size: number } & Layer,
): Layer[] {
  const lines = { verify: labels.verify, address, 'credential-id': '{{credential_id}}' };
  return Object.entries(lines).map(([id, text], n) =>
    createText(id, text, {
      ...{ ...sans, color: quiet, x, width, base: y + n * line, room: 3, ...look },
    }),
  );
}
