import { z } from 'zod';
import { designLimits } from './limits.ts';

/** #rrggbb or #rrggbbaa. */
const color = z
  .string()
  .regex(/^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i, 'must be a color: #rrggbb or #rrggbbaa');

const stops = z
  .array(z.object({ at: z.number().min(0).max(1), color }))
  .min(2)
  .max(designLimits.stops);

/** A color, or a gradient over the box. `angle` 0 runs left to right, 90 runs down. */
export const paint = z.discriminatedUnion('type', [
  z.object({ type: z.literal('color'), color }),
  z.object({ type: z.literal('linear'), angle: z.number().min(-360).max(360), stops }),
  z.object({ type: z.literal('radial'), stops }),
]);

export const stroke = z.object({
  paint,
  width: z.number().positive().max(500),
  /** Alternating lengths of dashes and gaps. */
  dash: z.array(z.number().min(0).max(500)).max(8).optional(),
});

export const shadow = z.object({
  color,
  x: z.number().min(-500).max(500),
  y: z.number().min(-500).max(500),
  blur: z.number().min(0).max(200),
});

export type Paint = z.output<typeof paint>;
export type Stroke = z.output<typeof stroke>;
export type Shadow = z.output<typeof shadow>;
