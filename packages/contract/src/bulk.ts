import { z } from 'zod';
import { awardFilter } from './credentials.ts';
import { idOrUrl, prose } from './text.ts';

const which = z.object({
  awardIds: z
    .array(idOrUrl)
    .min(1, 'must not be empty')
    .max(10_000, 'must have at most 10000 ids')
    .optional(),
  filter: awardFilter.optional().meta({ description: 'As of GET /awards; {} means all' }),
});
const oneOf = 'give either awardIds or filter';
const isOne = ({ awardIds, filter }: { awardIds?: unknown; filter?: unknown }): boolean =>
  (awardIds === undefined) !== (filter === undefined);

/** Decisions, POST /awards/send. */
export const bulkSend = which.refine(isOne, { error: oneOf, path: ['awardIds'] });

/** Decisions, POST /awards/revoke. */
export const bulkRevoke = which
  .extend({
    reason: prose({ min: 0, max: 500 })
      .optional()
      .meta({ description: 'Published with each credential' }),
  })
  .refine(isOne, { error: oneOf, path: ['awardIds'] });

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
