import { createPalette, type Palette } from '../../palette/palette.ts';
import type { Paint, Shape } from '../../schema.ts';
import { type CertificateDesign, readCertificateDesign, sheetSize } from '../schema.ts';
import { type StyleSettings, splitRow } from '../styles/parts.ts';

/** Look of an issuer's certificates. Languages without texts of a template have English ones. */
export type CertificateBrand = Pick<
  StyleSettings,
  'paper' | 'accentColor' | 'signatures' | 'address'
> & {
  language: string;
  labels: Omit<StyleSettings['labels'], 'title'>;
};

export type CertificateTemplate = {
  /** Permanent: users refer to it. */
  id: string;
  name: string;
  /** Words that a search finds, besides the name. */
  tags: readonly string[];
  orientation: CertificateDesign['orientation'];
  build: (brand: CertificateBrand) => CertificateDesign;
};

export type Layer = Record<string, unknown> & {
  id: string;
  x: number;
  width: number;
  align?: unknown;
  rotation?: number;
};
type Box = [x: number, y: number, width: number, height: number];

type Texts = { title: string; awardedTo?: string; awardedFor?: string };
/** English, German, French, Spanish, Arabic. */
export type TemplateTexts = Record<'en' | 'de' | 'fr' | 'es' | 'ar', Texts>;

/** A sheet on which a template places its layers, in millimeters. */
export type TemplateSheet = {
  width: number;
  height: number;
  /** Horizontal middle. */
  middle: number;
  /** Converts a distance from the top of A4. Letter is shorter or taller. */
  y: (onA4: number) => number;
  colors: Palette;
  texts: Required<Texts>;
  brand: CertificateBrand;
};

type Content = { color: string; safeMargin?: number; layers: Layer[] };

type Definition = Omit<CertificateTemplate, 'build'> & {
  texts: TemplateTexts;
  layout: (sheet: TemplateSheet) => Content;
};

const rightToLeft = new Set(['ar']);

export function defineTemplate({ texts, layout, ...template }: Definition): CertificateTemplate {
  return {
    ...template,
    build: (brand) => {
      const { paper, language, labels } = brand;
      const { orientation } = template;
      const size = sheetSize({ paper, orientation });
      const a4 = sheetSize({ paper: 'a4', orientation });
      const own = texts[language as keyof TemplateTexts] ?? texts.en;
      const {
        color,
        safeMargin = 10,
        layers,
      } = layout({
        ...size,
        middle: size.width / 2,
        y: (onA4) => (onA4 * size.height) / a4.height,
        colors: createPalette(brand.accentColor),
        texts: { awardedTo: labels.awardedTo, awardedFor: labels.awardedFor, ...own },
        brand,
      });
      const read = readCertificateDesign({
        ...{ insigniaDesign: 1, kind: 'certificate', paper, orientation, safeMargin },
        background: { color },
        layers: rightToLeft.has(language) ? layers.map((each) => mirror(each, size.width)) : layers,
      });
      if ('errors' in read)
        throw new Error(`${template.id} is no design: ${JSON.stringify(read.errors)}`);
      return read.design;
    },
  };
}

const mirrored: Record<string, string> = { left: 'right', right: 'left' };

function mirror(layer: Layer, sheetWidth: number): Layer {
  const { x, width, align, rotation = 0 } = layer;
  return {
    ...layer,
    x: sheetWidth - x - width,
    rotation: -rotation,
    ...(typeof align === 'string' && { align: mirrored[align] ?? align }),
  };
}

const toBox = ([x, y, width, height]: Box) => ({ x, y, width, height });

/** Text in the middle of its box. */
export function placeText(id: string, text: string, box: Box, more: object): Layer {
  return { id, type: 'text', text, ...toBox(box), verticalAlign: 'middle', ...more };
}

export function placePart(
  type: 'badge' | 'logo' | 'qr' | 'signature',
  box: Box,
  more: object = {},
): Layer {
  return { id: type, type, ...toBox(box), ...more };
}

type Look = {
  fill?: string | Paint;
  stroke?: string;
  strokeWidth?: number;
  dash?: number[];
  rotation?: number;
};

const toPaint = (color: string | Paint): Paint =>
  typeof color === 'string' ? { type: 'color', color } : color;

export function placeShape(id: string, shape: Shape, box: Box, look: Look): Layer {
  const { fill, stroke, strokeWidth = 0.3, dash, rotation = 0 } = look;
  return {
    ...{ id, type: 'shape', shape, rotation, ...toBox(box) },
    ...(fill !== undefined && { fill: toPaint(fill) }),
    ...(stroke && { stroke: { paint: toPaint(stroke), width: strokeWidth, dash } }),
  };
}

export function placeRectangle(id: string, box: Box, look: Look & { radius?: number }): Layer {
  return placeShape(id, { kind: 'rectangle', radius: look.radius ?? 0 }, box, look);
}

/** By its center and its diameters. */
export function placeCircle(
  id: string,
  [x, y]: [number, number],
  size: number | [number, number],
  look: Look,
): Layer {
  const [width, height] = typeof size === 'number' ? [size, size] : size;
  return placeShape(id, { kind: 'circle' }, [x - width / 2, y - height / 2, width, height], look);
}

/** A square on its tip, by its center. */
export function placeDiamond(
  id: string,
  [x, y]: [number, number],
  size: number,
  look: Look,
): Layer {
  const square = { kind: 'star', points: 4, depth: 1 - Math.SQRT1_2 } as const;
  return placeShape(id, square, [x - size / 2, y - size / 2, size, size], look);
}

type Column = [x: number, width: number];
/** The column of a single signature, and the first and last of several. */
type Columns = {
  one: Column;
  first: Column;
  last: Column;
  /** Row of three or more signatures. By default from the start of `first` to the end of `last`. */
  rowOfThree?: Column;
};
type SignatureLook = {
  y: number;
  align?: 'left' | 'center' | 'right';
  color: string;
  line: string;
  font?: string;
};

/** Signatures above their lines, as many as the brand has. */
export function placeSignatures(
  { signatures }: CertificateBrand,
  places: Columns,
  { y, align = 'center', color, line, font = 'Source Serif 4' }: SignatureLook,
): Layer[] {
  return listColumns(places, signatures).flatMap(([x, width], at) => {
    const n = at + 1;
    const text = { font, color, align, verticalAlign: 'top' };
    return [
      placePart('signature', [x, y - 15, width, 14], {
        ...{ id: `signature-${n}`, signatory: n, align },
      }),
      placeRectangle(`line-${n}`, [x, y, width, 0.2], { fill: line }),
      placeText(`signatory-${n}`, `{{signatory_${n}_name}}`, [x, y + 1.2, width, 4.6], {
        ...{ ...text, size: 10, weight: 600 },
      }),
      placeText(`title-${n}`, `{{signatory_${n}_title}}`, [x, y + 5.6, width, 4.2], {
        ...{ ...text, size: 8.5 },
      }),
    ];
  });
}

function listColumns({ one, first, last, rowOfThree }: Columns, signatures: number): Column[] {
  if (signatures === 0) return [];
  if (signatures === 1) return [one];
  if (signatures === 2) return [first, last];
  const [start] = first;
  const [x, width] = rowOfThree ?? [start, last[0] + last[1] - start];
  return splitRow({ x, width }, 5, signatures).map((each) => [each.x, each.width]);
}

/** Both dates in lines of their own, for columns in which one line would be broken. */
export function placeDates(
  { labels }: CertificateBrand,
  [x, y, width, height]: Box,
  look: object,
): Layer[] {
  const line = height / 2;
  return [
    placeText('issued-on', `${labels.issuedOn} {{issued_on}}`, [x, y, width, line], look),
    placeText('expires', `${labels.validUntil} {{expires}}`, [x, y + line, width, line], look),
  ];
}

type Proof = {
  code: [x: number, y: number, size: number];
  lines: Box;
  color: string;
  align?: 'left' | 'center' | 'right';
};

/** The code that leads to the credential, with the same in letters. */
export function placeProof(
  { address, labels }: CertificateBrand,
  { code: [x, y, size], lines, color, align = 'left' }: Proof,
): Layer[] {
  const [left, top, width, height] = lines;
  const row = height / 3;
  const text = { font: 'Source Sans 3', size: 7, color, align };
  return [
    placePart('qr', [x, y, size, size]),
    placeText('verify', labels.verify, [left, top, width, row], text),
    placeText('address', address, [left, top + row, width, row], text),
    placeText('credential-id', '{{credential_id}}', [left, top + 2 * row, width, row], text),
  ];
}
