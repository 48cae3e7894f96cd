import type { FilledPath, Matrix, PlacedPicture } from '../../platform/drawing/index.ts';

type Part = FilledPath | PlacedPicture;

/** A usual card has a quarter of these. Pictures take less work for their bytes. */
const [MAX_PARTS, MAX_WORK] = [100, 300_000];
const WORK_PER_BYTE = 0.1;

/**
 * Reads an SVG that has only filled paths and upright pictures, as most cards do. Undefined if
 * there is anything else, or more than is drawn in little time.
 */
export function readCardParts(svg: string): Part[] | undefined {
  const parts: Part[] = [];
  let work = 0;
  for (const element of readElements(svg)) {
    if (!element) return undefined;
    const read = readers[element.name];
    if (!read) continue;
    const part = read(element);
    if (!part) return undefined;
    parts.push(part);
    work += 'path' in part ? part.path.length : part.bytes.length * WORK_PER_BYTE;
    if (parts.length > MAX_PARTS || work > MAX_WORK) return undefined;
  }
  return parts;
}

type Attributes = Record<string, string | undefined>;
type Element = { name: string; attributes: Attributes; matrix: Matrix };

/** Sticky, so that a text between elements isn't skipped. */
const tags = /\s*<(\/?)(\w+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>\s*/gy;
const known: Record<string, readonly string[] | undefined> = {
  svg: ['class', 'viewBox', 'width', 'height', 'xmlns', 'xmlns:xlink', 'xmlns:h5'],
  g: ['class', 'transform'],
  defs: ['id'],
  path: ['class', 'transform', 'fill', 'fill-rule', 'd'],
  image: ['transform', 'xlink:href', 'width', 'height', 'preserveAspectRatio'],
};
const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Undefined in place of an unknown element. */
function* readElements(svg: string): Generator<Element | undefined> {
  const outer: Matrix[] = [];
  let read = 0;
  for (const [tag, end, name = '', text = '', isEmpty] of svg.matchAll(tags)) {
    read += tag.length;
    if (end) {
      outer.pop();
      continue;
    }
    const attributes = readAttributes(name, text);
    const own = readTransform(attributes?.transform);
    const matrix = own && multiply(outer.at(-1) ?? identity, own);
    if (matrix && !isEmpty) outer.push(matrix);
    yield attributes && matrix ? { name, attributes, matrix } : undefined;
  }
  if (read < svg.length) yield undefined;
}

function readAttributes(name: string, text: string): Attributes | undefined {
  const names = known[name];
  const attributes: Attributes = {};
  for (const [, key = '', value] of text.matchAll(/\s([\w:-]+)="([^"]*)"/g)) {
    if (!names?.includes(key)) return undefined;
    attributes[key] = value;
  }
  return names && attributes;
}

function readTransform(text: string | undefined): Matrix | undefined {
  if (text === undefined) return identity;
  const [, kind, values = ''] = /^(matrix|scale)\(([^()]*)\)$/.exec(text) ?? [];
  const all = values.split(' ').map(Number);
  const [x = Number.NaN, y = x] = all;
  const matrix = kind === 'scale' ? [x, 0, 0, y, 0, 0] : all;
  return matrix.length === 6 && matrix.every(Number.isFinite)
    ? (matrix as unknown as Matrix)
    : undefined;
}

/** Applies the second one first. */
const multiply = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  ...([a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j] as const),
  ...([a * k + c * l + e, b * k + d * l + f] as const),
];

/** Other elements draw nothing. */
const readers: Record<string, ((element: Element) => Part | undefined) | undefined> = {
  path: readPath,
  image: readPicture,
};

const hexColor = /^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/;

function readPath({ attributes, matrix }: Element): FilledPath | undefined {
  const { d: path = '', fill: color = '#000', 'fill-rule': rule = 'nonzero' } = attributes;
  return hexColor.test(color) && rule === 'nonzero' ? { matrix, path, color } : undefined;
}

const pictureUrl = /^data:image\/(?:png|jpeg);base64,/;

function readPicture({ attributes, matrix: exact }: Element): PlacedPicture | undefined {
  const { width: w, height: h, preserveAspectRatio: ratio, 'xlink:href': url = '' } = attributes;
  const matrix = exact.map(round) as unknown as Matrix;
  const [width, height] = [round(Number(w)), round(Number(h))];
  const [x, b, c, y] = matrix;
  const isUpright = b === 0 && c === 0 && x > 0 && y > 0 && width > 0 && height > 0;
  const [start] = pictureUrl.exec(url) ?? [];
  if (!start || !isUpright || ratio !== 'none') return undefined;
  return { matrix, bytes: Buffer.from(url.slice(start.length), 'base64'), width, height };
}

/** Typst's numbers have errors of rounding. A picture in its own size would be blurred. */
const round = (value: number): number => Math.round(value * 1_000) / 1_000;
