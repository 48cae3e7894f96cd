import { z } from 'zod';
import { idOrUrl, line, paged, prose } from './text.ts';

const image = z
  .string()
  .meta({ description: 'PNG or JPG, base64 or data URI, at most 5 MiB and 25 megapixels' });
const longText = prose({ max: 10_000 });
const designJson = z
  .string()
  .max(2 * 1024 * 1024, 'must have at most 2 MiB')
  .refine(
    (value) => value.isWellFormed() && !value.includes('\u0000'),
    'must be well-formed Unicode without NUL',
  );

/** What may stand in a share text (decisions, "Placeholders"). */
export const placeholders = ['badge_name', 'issuer_name', 'recipient_name'] as const;

/** Plain text of at most 1,000 characters; `{{badge_name}}`, `{{issuer_name}}`, `{{recipient_name}}` are filled in. */
const shareText = prose({ max: 1_000 })
  .refine((text) => !/<\/?[a-z!]/i.test(text), 'must not contain HTML')
  .refine((text) => unknownPlaceholder(text) === undefined, {
    error: (issue) =>
      `unknown placeholder ${unknownPlaceholder(String(issue.input))}: use ${placeholders.map((name) => `{{${name}}}`).join(', ')}`,
  });

/** What a badge without a share text of its own says (interface specification §2.4). */
export const defaultShareText =
  'I have earned the credential “{{badge_name}}” from {{issuer_name}}.';

/** Puts the values in; what a value contains is not looked at again. */
export function fillShareText(
  text: string,
  values: Record<(typeof placeholders)[number], string>,
): string {
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (found, name: string) =>
    Object.hasOwn(values, name) ? values[name as (typeof placeholders)[number]] : found,
  );
}

function unknownPlaceholder(text: string): string | undefined {
  const known: readonly string[] = placeholders;
  return text.match(/\{\{[^{}]*\}\}/g)?.find((found) => !known.includes(found.slice(2, -2).trim()));
}

/** Interface specification §2.4. */
export const createBadge = z.object({
  name: line({ max: 200 }),
  description: longText,
  criteria: longText,
  image,
  issuerId: idOrUrl,
  shareText: shareText.optional(),
  designJson: designJson.optional(),
});

export const updateBadge = z
  .object({
    badgeId: idOrUrl,
    name: line({ max: 200 }),
    description: longText,
    criteria: longText,
    image,
    designJson,
  })
  .partial();

export const updateShareText = z.object({ text: shareText });

export const badge = z
  .object({
    id: z.string().meta({ description: 'URL' }),
    name: z.string(),
    description: z.string(),
    criteria: z.object({ narrative: z.string() }),
    image: z.string().meta({ description: 'URL' }),
    issuer: z.string().meta({ description: 'URL' }),
    timestamp: z.iso.datetime(),
    shareText: z.string().optional(),
    designJson: z.string().optional(),
  })
  .meta({ id: 'Badge' });

export const listBadges = paged.extend({
  badgeId: idOrUrl.optional(),
  includeShareText: z.enum(['true', 'false']).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).optional(),
});
