import { z } from 'zod';
import { designLimits } from './limits.ts';

/** #rrggbb or #rrggbbaa. */
export const hexColor = z
  .string()
  .regex(/^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i, 'must be a color: #rrggbb or #rrggbbaa');

const stops = z
  .array(z.object({ at: z.number().min(0).max(1), color: hexColor }))
  .min(2)
  .max(designLimits.stops);

/** A color, or a gradient over the box. `angle` 0 runs left to right, 90 runs down. */
export const paint = z.discriminatedUnion('type', [
  z.object({ type: z.literal('color'), color: hexColor }),
  z.object({ type: z.literal('linear'), angle: z.number().min(-360).max(360), stops }),
  z.object({ type: z.literal('radial'), stops }),
]);

export const stroke = z.object({
  paint,
  width: z.number().positive().max(500),
  /** Alternating lengths of dashes and gaps. */
  dash: z.array(z.number().min(0).max(500)).max(8).optional(),
});

const shadow = z.object({
  color: hexColor,
  x: z.number().min(-500).max(500),
  y: z.number().min(-500).max(500),
  blur: z.number().min(0).max(200),
});

export type Paint = z.output<typeof paint>;
export type Stroke = z.output<typeof stroke>;
export type Shadow = z.output<typeof shadow>;

const position = z.number().min(-designLimits.extent).max(designLimits.extent);
const length = z.number().positive().max(designLimits.extent);
export const layerId = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 ASCII letters, digits, _ or -');

/** Content address of a stored picture. */
export const pictureAddress = z
  .string()
  .regex(/^[a-z0-9]{20,100}$/, 'must be the content address of an image');

/** Members of every layer. The box is rotated clockwise by `rotation` degrees about its center. */
const layer = z.object({
  id: layerId,
  name: z.string().max(100),
  x: position,
  y: position,
  width: length,
  height: length,
  rotation: z.number().min(-360).max(360).default(0),
  opacity: z.number().min(0).max(1).default(1),
  locked: z.boolean().default(false),
  hidden: z.boolean().default(false),
  /** Layers of one group are selected and moved together. */
  group: layerId.optional(),
});

const painted = { fill: paint.optional(), stroke: stroke.optional(), shadow: shadow.optional() };
const count = (from: number, to: number) => z.int().min(from).max(to);
const share = z.number().min(0).max(1);
// Older designs may be deeper. They are clamped.
const depth = share.overwrite((value) => Math.min(value, designLimits.depth));

/**
 * A shape within its box. `depth` is the share of the radius by which points or teeth go inward.
 */
export const shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle') }),
  z.object({ kind: z.literal('rectangle'), radius: z.number().min(0).max(designLimits.extent) }),
  z.object({ kind: z.literal('shield') }),
  z.object({ kind: z.literal('hexagon') }),
  z.object({ kind: z.literal('star'), points: count(3, 60), depth }),
  z.object({ kind: z.literal('seal'), teeth: count(6, 120), depth }),
  z.object({ kind: z.literal('ribbon'), fold: share }),
  z.object({ kind: z.literal('laurel'), leaves: count(3, 24) }),
]);

const lettering = {
  text: z.string().max(designLimits.text),
  font: z.string().min(1).max(60),
  weight: z.literal([400, 700]),
  /** Font size in units of the design. Text that doesn't fit is shrunk. */
  size: z.number().min(4).max(1_000),
  /** As a share of the em. */
  letterSpacing: z.number().min(-0.5).max(2).default(0),
};

const layers = {
  shape: layer.extend({ type: z.literal('shape'), shape, ...painted }),
  text: layer.extend({
    type: z.literal('text'),
    ...lettering,
    align: z.enum(['start', 'center', 'end']).default('center'),
    lineHeight: z.number().min(0.5).max(3).default(1.2),
    ...painted,
  }),
  circleText: layer.extend({
    type: z.literal('circleText'),
    ...lettering,
    /**
     * `top` reads clockwise, `bottom` counterclockwise. The box is that of the circle on the
     * baseline.
     */
    side: z.enum(['top', 'bottom']).default('top'),
    /** Maximum share of the circle. Longer text is shrunk. */
    span: z.number().min(0.05).max(1).optional(),
    ...painted,
  }),
  picture: layer.extend({
    type: z.literal('picture'),
    picture: pictureAddress,
  }),
  icon: layer.extend({
    type: z.literal('icon'),
    icon: z.string().regex(/^[a-z0-9-]{1,60}$/, 'must be an icon name, for example award'),
    color: paint,
    /** In the icon's own 24 units. Filled icons have no stroke. */
    strokeWidth: z.number().min(0.5).max(4).default(2),
    /** Draws the filled variant. Icons without one stay outlined. */
    filled: z.boolean().optional(),
    shadow: shadow.optional(),
  }),
};

const anyLayer = z.discriminatedUnion('type', [
  layers.shape,
  layers.text,
  layers.circleText,
  layers.picture,
  layers.icon,
]);

/** Version 1 of a badge's `designJson`. Layers are ordered from the bottom up. */
export const designSchema = z.object({
  insigniaDesign: z.literal(1),
  kind: z.literal('badge'),
  width: z.int().min(64).max(4_096),
  height: z.int().min(64).max(4_096),
  background: paint.optional(),
  layers: z
    .array(anyLayer)
    .max(designLimits.layers)
    .refine((all) => new Set(all.map((one) => one.id)).size === all.length, {
      error: 'must be unique',
    }),
});

export type Design = z.output<typeof designSchema>;
export type Layer = z.output<typeof anyLayer>;
export type LayerOf<T extends Layer['type']> = Extract<Layer, { type: T }>;
export type Shape = z.output<typeof shape>;
