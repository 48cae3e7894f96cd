import { z } from 'zod';
import { awardFilter } from './credentials.ts';
import { idOrUrl, line, prose } from './text.ts';

/** As of GET /awards, but what is misspelt must not widen it to more than was meant. */
const bulkFilter = z
  .strictObject({
    ...awardFilter.shape,
    search: line({ max: 200 }).optional(),
  })
  .refine(({ badgeId, search }) => badgeId !== undefined || search !== undefined, {
    error:
      'must have badgeId or search; {"all": true} in place of the filter means all credentials',
  });

const which = z.object({
  awardIds: z
    .array(idOrUrl)
    .min(1, 'must not be empty')
    .max(10_000, 'must have at most 10000 ids')
    .optional(),
  filter: bulkFilter.optional().meta({
    description: 'As of GET /awards, with badgeId or search or both, and nothing else',
  }),
  all: z
    .literal(true, 'must be true')
    .optional()
    .meta({ description: 'Every credential of the account' }),
});
type Which = { awardIds?: unknown; filter?: unknown; all?: unknown };
const isOne = ({ awardIds, filter, all }: Which): boolean =>
  [awardIds, filter, all].filter((given) => given !== undefined).length === 1;
const mustBeOne = {
  error: 'give one of awardIds, filter and all',
  path: ['awardIds'],
  // Also when a member is wrong, so that all is said at once.
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

/** Decisions, POST /awards/send. */
export const bulkSend = which.refine(isOne, mustBeOne);

/** Decisions, POST /awards/revoke. */
export const bulkRevoke = which
  .extend({
    reason: prose({ min: 0, max: 500 })
      .optional()
      .meta({ description: 'Published with each credential' }),
  })
  .refine(isOne, mustBeOne);

/** Work on many credentials (decisions, GET /jobs/{jobId}). */
export const bulkJob = z
  .object({
    jobId: z.string(),
    action: z.enum(['revoke', 'send']),
    status: z.enum(['queued', 'running', 'completed', 'failed']),
    total: z.int(),
    done: z.int(),
    skipped: z.int().meta({
      description: 'Left as they were: revoked already, or the recipient wants no mail',
    }),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Job' });
