import { z } from 'zod';
import { credentialFilter } from './credential-schemas.ts';
import { exampleIds } from './examples.ts';
import { accountEditAccess, accountReadAccess, bodyLimits, defineOperation } from './operation.ts';
import { idOrUrl, line, prose } from './text.ts';

/**
 * The filter of GET /awards, but strict: a misspelled member must not select more than intended.
 */
const bulkFilter = z
  .strictObject({
    ...credentialFilter.shape,
    search: line({ max: 200 })
      .optional()
      .meta({ description: 'Part of a name or an e-mail address, in any case' }),
  })
  .refine(
    ({ badgeId, search, state }) => [badgeId, search, state].some((given) => given !== undefined),
    {
      error:
        'must have badgeId, search or state; {"all": true} in place of the filter means all credentials',
    },
  );

/** Strict: otherwise `badgeId` beside `all` would select everything. */
const which = z.strictObject({
  awardIds: z
    .array(idOrUrl)
    .min(1, 'must not be empty')
    .max(10_000, 'must have at most 10000 ids')
    .optional()
    .meta({ description: 'Credentials of the account, at most 10,000; each once' }),
  filter: bulkFilter.optional().meta({
    description:
      'As for GET /awards, with badgeId, search or state, and nothing else. Credentials are selected when the job is accepted; those that have left the state by the time they are reached are skipped',
  }),
  all: z
    .literal(true, 'must be true')
    .optional()
    .meta({ description: 'Every credential of the account' }),
});
type BulkSelection = { awardIds?: unknown; filter?: unknown; all?: unknown };
const isOne = ({ awardIds, filter, all }: BulkSelection): boolean =>
  [awardIds, filter, all].filter((given) => given !== undefined).length === 1;
const mustBeOne = {
  error: 'must be given, or filter, or all: one of the three',
  path: ['awardIds'],
  // Runs even if a member is invalid, so that one response lists all errors.
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

const bulkJob = z
  .object({
    jobId: z.string().meta({ description: 'Its id' }),
    action: z.enum(['revoke', 'send']).meta({ description: 'What is done to each credential' }),
    status: z.enum(['queued', 'running', 'completed', 'failed']).meta({
      description:
        'completed: every credential was done or skipped; failed: given up after many attempts, and what was done stays',
    }),
    total: z.int().meta({ description: 'Credentials that were matched when it was asked for' }),
    done: z.int().meta({ description: 'Revoked or mailed so far' }),
    skipped: z.int().meta({
      description:
        'Left as they were: revoked already, no longer in the state of the filter, erased, or the recipient wants no mail',
    }),
    failed: z.int().meta({ description: 'Never reached, because the job failed; 0 otherwise' }),
    createdAt: z.iso.datetime().meta({ description: 'When it was asked for, in UTC' }),
    finishedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it ended, in UTC; null while it goes on' }),
  })
  .meta({ id: 'Job' });

const started = z.object({
  jobId: z.string().meta({ description: 'GET /jobs/{jobId} tells its progress' }),
});

/** Shared by bulk operations: each starts a job once per Idempotency-Key. */
const onMany = {
  method: 'POST',
  access: accountEditAccess,
  tag: 'Credentials',
  reply: started,
  envelope: true,
  status: 202,
  errors: ['credential_not_found'],
  idempotent: true,
  bodyLimit: bodyLimits.many,
} as const;

export const revokeAwards = defineOperation({
  ...onMany,
  id: 'revokeAwards',
  since: '1.0',
  path: '/awards/revoke',
  summary: 'Revoke many credentials, as a job',
  description:
    'By `awardIds`, by `filter`, or `all`: exactly one of them. Credentials issued after the call are not touched. When one of the ids is not known, nothing is revoked.',
  body: which
    .extend({
      reason: prose({ min: 0, max: 500 })
        .optional()
        .meta({ description: 'Published with each credential' }),
    })
    .refine(isOne, mustBeOne),
  examples: {
    body: { filter: { badgeId: exampleIds.badge }, reason: 'The course was withdrawn' },
    reply: { jobId: exampleIds.job },
  },
});

export const sendAwards = defineOperation({
  ...onMany,
  id: 'sendAwards',
  since: '1.0',
  path: '/awards/send',
  summary: 'Mail many credentials to their recipients, as a job',
  description:
    "By `awardIds`, by `filter`, or `all`: exactly one of them. Every mail counts towards the account's mails of the day; when they do not all fit, none is sent and the answer is 429. Revoked credentials are skipped, and so are recipients who want no mail.",
  body: which.refine(isOne, mustBeOne),
  examples: {
    body: { awardIds: [exampleIds.award] },
    reply: { jobId: exampleIds.job },
  },
});

export const getJob = defineOperation({
  id: 'getJob',
  since: '1.0',
  method: 'GET',
  path: '/jobs/:jobId',
  access: accountReadAccess,
  tag: 'Credentials',
  summary: 'Progress of work on many credentials',
  description: 'It has ended when `finishedAt` is not null. Ask again every few seconds.',
  params: z.object({ jobId: idOrUrl }),
  ids: { jobId: 'job_not_found' },
  reply: bulkJob,
  envelope: true,
  examples: {
    reply: {
      jobId: exampleIds.job,
      action: 'revoke',
      status: 'completed',
      total: 120,
      done: 118,
      skipped: 2,
      failed: 0,
      createdAt: '2026-03-01T09:30:00.000Z',
      finishedAt: '2026-03-01T09:30:04.000Z',
    },
  },
});
