import { z } from 'zod';
import { line } from './text.ts';

const pixels = z.coerce.number().int().min(1).max(10_000).optional();

/** GET /oembed (oEmbed 1.0 §2.2). Lengths in CSS pixels. */
export const oembedQuery = z.object({
  url: line({ max: 2_048 }).meta({ description: "Address of a credential's page" }),
  maxwidth: pixels,
  maxheight: pixels,
  format: z.enum(['json']).optional().meta({ description: 'JSON only' }),
});

/** A "rich" answer (oEmbed 1.0 §2.3.4.4). */
export const oembedAnswer = z
  .object({
    version: z.literal('1.0'),
    type: z.literal('rich'),
    provider_name: z.string(),
    provider_url: z.string(),
    title: z.string(),
    author_name: z.string(),
    author_url: z.string(),
    html: z.string(),
    width: z.int(),
    height: z.int(),
    thumbnail_url: z.string(),
    thumbnail_width: z.int(),
    thumbnail_height: z.int(),
    cache_age: z.int().meta({ description: 'Seconds' }),
  })
  .meta({ id: 'Oembed' });
