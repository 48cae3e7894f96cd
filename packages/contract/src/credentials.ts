import { z } from 'zod';
import { email, idOrUrl, line, paged, prose } from './text.ts';

const date = line({ max: 40 }).meta({
  description:
    'ISO 8601 date or date-time before the year 10000 in UTC, such as 2026-03-01 or 2026-03-01T12:00:00Z',
});

/** Of a recipient's name, in UTF-16 units (interface specification §8.5). */
export const recipientNameMin = 5;

/** Interface specification §2.5, where names have `nameMin` characters: operators may take shorter ones. */
export const createAwardWith = (nameMin: number) =>
  z.object({
    badgeId: idOrUrl,
    recipient: z.object({ name: line({ min: nameMin, max: 200 }), email }),
    issuedOn: date,
    expires: date.nullish(),
  });

export const createAward = createAwardWith(recipientNameMin);

export const awardItem = z
  .object({
    id: z.string().meta({ description: 'URL' }),
    badge: z.object({ id: z.string(), name: z.string(), image: z.string() }),
    recipient: z.object({ name: z.string(), email: z.string() }),
    issuedOn: z.iso.datetime(),
    timestamp: z.iso.datetime(),
  })
  .meta({ id: 'AwardItem' });

export const award = awardItem
  .extend({
    expires: z.iso.datetime().nullable(),
    revoked: z.boolean(),
    revocationReason: z.string().optional(),
    delivery: z
      .enum(['queued', 'sent', 'bounced', 'failed'])
      .nullable()
      .meta({ description: 'State of the last mail to a recipient; null when none was sent' }),
  })
  .meta({ id: 'Award' });

/** The `filter` query parameter, a JSON object in text (interface specification §4.5). */
export const awardFilter = z.object({
  badgeId: idOrUrl.optional(),
  search: line({ min: 0, max: 200 }).optional(),
  searchField: z.enum(['name', 'email']).default('name'),
});
export type AwardFilter = z.infer<typeof awardFilter>;

export const listAwards = paged.extend({
  filter: z.string().max(5_000).optional().meta({
    description:
      'JSON: {badgeId?, search?, searchField?}. A search finds parts of texts in any case: strasse finds Straße, istanbul finds İSTANBUL',
  }),
});

export const revokeAward = z.object({
  awardId: idOrUrl.optional().meta({ description: 'May repeat the path' }),
  reason: prose({ min: 0, max: 500 })
    .optional()
    .meta({ description: 'Published with the credential' }),
});

/** One thing that happened to a credential. */
export const awardEvent = z
  .object({
    type: z.enum(['issued', 'mailed', 'viewed', 'shared', 'revoked']),
    at: z.iso.datetime(),
    reason: z.string().optional(),
  })
  .meta({ id: 'AwardEvent' });
