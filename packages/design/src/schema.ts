import { z } from 'zod';
import { limits } from './limits.ts';
import { paint, shadow, stroke } from './paint.ts';

const position = z.number().min(-limits.extent).max(limits.extent);
const length = z.number().positive().max(limits.extent);
const id = z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters of ASCII, digits, _ and -');

/** What every layer has. Its box is turned by `rotation` degrees, clockwise, about its middle. */
const layer = z.object({
  id,
  name: z.string().max(100),
  x: position,
  y: position,
  width: length,
  height: length,
  rotation: z.number().min(-360).max(360).default(0),
  opacity: z.number().min(0).max(1).default(1),
  locked: z.boolean().default(false),
  hidden: z.boolean().default(false),
  /** Layers of one group are chosen and moved together. */
  group: id.optional(),
});

const painted = { fill: paint.optional(), stroke: stroke.optional(), shadow: shadow.optional() };
const count = (from: number, to: number) => z.int().min(from).max(to);
const share = z.number().min(0).max(1);
// Deeper ones were legal once, and open as the deepest.
const depth = share.overwrite((given) => Math.min(given, limits.depth));

/** A form within its box. `depth` is the share of the radius by which points or teeth go inwards. */
const shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle') }),
  z.object({ kind: z.literal('rectangle'), radius: z.number().min(0).max(limits.extent) }),
  z.object({ kind: z.literal('shield') }),
  z.object({ kind: z.literal('hexagon') }),
  z.object({ kind: z.literal('star'), points: count(3, 60), depth }),
  z.object({ kind: z.literal('seal'), teeth: count(6, 120), depth }),
  z.object({ kind: z.literal('ribbon'), fold: share }),
  z.object({ kind: z.literal('laurel'), leaves: count(3, 24) }),
]);

const lettering = {
  text: z.string().max(limits.text),
  font: z.string().min(1).max(60),
  weight: z.literal([400, 700]),
  /** Of the em, in units of the design; what does not fit is set smaller. */
  size: z.number().min(4).max(1_000),
  /** Between letters, as a share of the em. */
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
    /** On top it reads clockwise, at the bottom the other way round; the box is that of the circle on which it stands. */
    side: z.enum(['top', 'bottom']).default('top'),
    /** The most of the circle that it takes; what is longer is set smaller. */
    span: z.number().min(0.05).max(1).optional(),
    ...painted,
  }),
  picture: layer.extend({
    type: z.literal('picture'),
    /** Content address of a picture that the service keeps. */
    picture: z.string().regex(/^[a-z0-9]{20,100}$/, 'must be the content address of a picture'),
  }),
  icon: layer.extend({
    type: z.literal('icon'),
    icon: z.string().regex(/^[a-z0-9-]{1,60}$/, 'must be the name of an icon, such as award'),
    color: paint,
    /** Of the icon's own 24 units. */
    strokeWidth: z.number().min(0.5).max(4).default(2),
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

/** `designJson` of a badge, version 1: what its picture is drawn from, layers from the lowest up. */
export const design = z.object({
  insigniaDesign: z.literal(1),
  kind: z.literal('badge'),
  width: z.int().min(64).max(4_096),
  height: z.int().min(64).max(4_096),
  background: paint.optional(),
  layers: z
    .array(anyLayer)
    .max(limits.layers)
    .refine((all) => new Set(all.map((one) => one.id)).size === all.length, {
      error: 'must have different ids',
    }),
});

export type Design = z.output<typeof design>;
export type Layer = z.output<typeof anyLayer>;
export type LayerOf<T extends Layer['type']> = Extract<Layer, { type: T }>;
export type Shape = z.output<typeof shape>;
