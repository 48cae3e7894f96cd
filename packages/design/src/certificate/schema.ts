import { z } from 'zod';
import { certificateLimits } from '../limits.ts';
import { hexColor, layerId, paint, pictureAddress, stroke } from '../schema.ts';
import { certificateShape } from './certificate-shape.ts';
import { certificatePlaceholders, describePlaceholderError } from './placeholders.ts';

/** Fonts for text in Latin script. Text that they don't cover has the font of its script. */
export const certificateFonts = ['Source Sans 3', 'Source Serif 4', 'Cormorant Garamond'] as const;

const { position: at, size, fontSize } = certificateLimits;
const position = z.number().min(at.min).max(at.max);
const length = z.number().min(size.min).max(size.max);

/** Text that PostgreSQL can store. */
const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((value) => value.isWellFormed() && !value.includes('\u0000'), {
      error: 'must be well-formed Unicode without NUL characters',
    });

/** Members of every layer. The box is rotated clockwise by `rotation` degrees about its center. */
const layer = z.strictObject({
  id: layerId,
  name: text(100).default(''),
  x: position,
  y: position,
  width: length,
  height: length,
  rotation: z.number().min(-360).max(360).default(0),
  locked: z.boolean().default(false),
  hidden: z.boolean().default(false),
  /** Leaves the layer out if this placeholder has no value. */
  showIf: z.enum(certificatePlaceholders).optional(),
  /** Layers of one group are selected and moved together. */
  group: layerId.optional(),
});

const alignments = ['left', 'center', 'right'] as const;

export const anyLayer = z.discriminatedUnion('type', [
  layer.extend({
    type: z.literal('text'),
    text: text(certificateLimits.text)
      .min(1)
      .refine((value) => describePlaceholderError(value) === undefined, {
        error: ({ input }) => describePlaceholderError(String(input)) ?? '',
      }),
    font: z.enum(certificateFonts).default('Source Serif 4'),
    weight: z.literal([400, 600]).default(400),
    isItalic: z.boolean().default(false),
    /** In points. */
    size: z.number().min(fontSize.min).max(fontSize.max),
    color: hexColor.default('#221f1a'),
    align: z.enum(alignments).default('center'),
    verticalAlign: z.enum(['top', 'middle', 'bottom']).default('top'),
    /** Distance of baselines, as a share of the em. */
    lineHeight: z.number().min(0.8).max(3).default(1.2),
    /** As a share of the em. Scripts whose letters join ignore it. */
    letterSpacing: z.number().min(-0.1).max(0.5).default(0),
    figures: z.enum(['lining', 'old-style']).default('lining'),
    /** Optional, because designs saved earlier lack it. */
    isSmallCaps: z.boolean().optional(),
    /**
     * `shrink`: the largest size that fits the box. `wrap`: keeps the size and cuts the end, except
     * of names, which shrink.
     */
    fit: z.enum(['shrink', 'wrap']).default('shrink'),
    /** Leaves the layer out if one of its placeholders has no value. */
    hideWhenEmpty: z.boolean().default(true),
  }),
  layer.extend({
    type: z.literal('shape'),
    shape: certificateShape,
    fill: paint.optional(),
    stroke: stroke.optional(),
  }),
  layer.extend({
    type: z.literal('picture'),
    picture: pictureAddress,
    /** Alternative text. A picture without one is decoration. */
    alt: text(200).default(''),
  }),
  layer.extend({ type: z.literal('badge') }),
  layer.extend({ type: z.literal('logo'), align: z.enum(alignments).default('center') }),
  layer.extend({
    type: z.literal('signature'),
    signatory: z.literal([1, 2, 3]),
    align: z.enum(alignments).default('center'),
  }),
  layer.extend({ type: z.literal('qr') }),
]);

/** Layers from the bottom up, which is also the order in which screen readers read them. */
export const createSide = <Layer extends z.ZodType<{ id: string }>>(layer: Layer) => ({
  background: z
    .strictObject({ color: hexColor.optional(), picture: pictureAddress.optional() })
    .optional(),
  layers: z
    .array(layer)
    .max(certificateLimits.layers)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, {
      error: 'must have unique IDs',
    }),
});
const side = createSide(anyLayer);

const certificateSchema = z.strictObject({
  insigniaDesign: z.literal(1),
  kind: z.literal('certificate', { error: 'must be certificate or card' }),
  paper: z.enum(['a4', 'letter']),
  orientation: z.enum(['landscape', 'portrait']),
  /** Margin outside the sheet that the background covers in print, in millimeters. */
  bleed: z.number().min(0).max(10).default(3),
  /** Margin inside the sheet that text stays out of, in millimeters. */
  safeMargin: z.number().min(0).max(40).default(10),
  ...side,
  /** The back of the sheet. */
  back: z.strictObject(side).optional(),
});

export type CertificateDesign = z.output<typeof certificateSchema>;
export type CertificateLayer = z.output<typeof anyLayer>;
export type CertificateLayerOf<T extends CertificateLayer['type']> = Extract<
  CertificateLayer,
  { type: T }
>;

export type DesignError = { path: string; message: string };
const MAX_ERRORS = 20;

/** Checks a design and fills in defaults. It may exceed a limit that is younger (`findExcess`). */
export const readCertificateDesign = (
  value: unknown,
): { design: CertificateDesign } | { errors: DesignError[] } =>
  readLayers(certificateSchema, value);

/** The same for any design whose layers are those of certificates. */
export function readLayers<T extends DesignSides>(
  schema: z.ZodType<T>,
  value: unknown,
): { design: T } | { errors: DesignError[] } {
  // Before each layer is checked, because one error is enough for thousands of layers.
  const crowded = findCrowdedSides(value);
  if (crowded.length > 0) return { errors: crowded };
  if (JSON.stringify(value ?? null).length > certificateLimits.length)
    return { errors: [{ path: '', message: 'must be at most 256 KiB of JSON' }] };
  const read = schema.safeParse(value);
  if (!read.success)
    return {
      errors: read.error.issues
        .slice(0, MAX_ERRORS)
        .map(({ path, message }) => ({ path: path.join('.'), message })),
    };
  return { design: read.data };
}

function findCrowdedSides(value: unknown): DesignError[] {
  const { layers, back } = (value ?? {}) as {
    layers?: unknown;
    back?: { layers?: unknown } | null;
  };
  const sides = { layers, 'back.layers': back?.layers };
  return Object.entries(sides).flatMap(([path, all]) =>
    Array.isArray(all) && all.length > certificateLimits.layers
      ? [{ path, message: `must have at most ${certificateLimits.layers} items` }]
      : [],
  );
}

export type DesignSides = Pick<CertificateDesign, 'background' | 'layers'> & {
  back?: CertificateDesign['back'];
};

/** Content addresses of all pictures, also of hidden layers. */
export function listCertificatePictures({ back, ...front }: DesignSides): string[] {
  const sides = back ? [front, back] : [front];
  return [
    ...new Set(
      sides.flatMap(({ background, layers }) => [
        ...(background?.picture ? [background.picture] : []),
        ...layers.flatMap((each) => (each.type === 'picture' ? [each.picture] : [])),
      ]),
    ),
  ];
}

// ISO 216 and ANSI A, portrait, in millimeters.
const paperSizes = { a4: [210, 297], letter: [215.9, 279.4] } as const;

export function sheetSize({
  paper,
  orientation,
}: Pick<CertificateDesign, 'paper' | 'orientation'>): { width: number; height: number } {
  const [short, long] = paperSizes[paper];
  return orientation === 'portrait'
    ? { width: short, height: long }
    : { width: long, height: short };
}
