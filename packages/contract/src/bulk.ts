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
    search: line({ max: 200 }).optional().meta({
      description:
        'Part of a name or an email address, ignoring case, accents and apostrophes; or a whole short code',
    }),
  })
  .refine(
    ({ badgeId, search, state, emailStatus }) =>
      [badgeId, search, state, emailStatus].some((selection) => selection !== undefined),
    {
      error:
        'must have badgeId, search, state or emailStatus. For all credentials, send {"all": true} instead of a filter',
    },
  );

/** Strict: otherwise `badgeId` beside `all` would select everything. */
const which = z.strictObject({
  awardIds: z
    .array(idOrUrl)
    .min(1, 'must not be empty')
    .max(10_000, 'must have at most 10000 IDs')
    .optional()
    .meta({ description: 'Credentials of the account, at most 10,000; no duplicates' }),
  filter: bulkFilter.optional().meta({
    description:
      'As for GET /awards, with at least one of badgeId, search, state and emailStatus. Unknown fields are rejected. Credentials are selected when the job is accepted. Those that no longer match the state when processed are skipped',
  }),
  all: z
    .literal(true, 'must be true')
    .optional()
    .meta({ description: 'Every credential of the account' }),
});
type BulkSelection = { awardIds?: unknown; filter?: unknown; all?: unknown; importId?: unknown };
const isOne = ({ awardIds, filter, all, importId }: BulkSelection): boolean =>
  [awardIds, filter, all, importId].filter((selection) => selection !== undefined).length === 1;
const mustBeOne = {
  error: 'is required, unless you send another selection. Send exactly one',
  path: ['awardIds'],
  // Runs even if a member is invalid, so that one response lists all errors.
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

const bulkJob = z
  .object({
    jobId: z.string().meta({ description: 'ID' }),
    action: z.enum(['revoke', 'send', 'update', 'erase']).meta({
      description: 'Action for each credential. update: gives it the current edition',
    }),
    status: z.enum(['queued', 'running', 'completed', 'failed']).meta({
      description:
        'completed: every credential was processed or skipped. failed: the job stopped after many attempts; finished work stays',
    }),
    total: z.int().meta({ description: 'Credentials selected at the start' }),
    done: z.int().meta({ description: 'Credentials revoked, emailed, updated or erased so far' }),
    skipped: z.int().meta({
      description:
        'Skipped: already revoked, updated or emailed, no longer matching the filter, erased, or the recipient unsubscribed',
    }),
    failed: z
      .int()
      .meta({ description: 'Credentials not processed because the job failed; otherwise 0' }),
    createdAt: z.iso.datetime().meta({ description: 'Requested at, in UTC' }),
    finishedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Finished at, in UTC; null while running' }),
  })
  .meta({ id: 'Job' });

const started = z.object({
  jobId: z.string().meta({ description: 'Poll GET /jobs/{jobId} for progress' }),
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

const revokeAwards = defineOperation({
  ...onMany,
  id: 'revokeAwards',
  noun: 'credentials.revokeMany',
  audit: 'credential',
  since: '1.0',
  path: '/awards/revoke',
  summary: 'Revoke many credentials',
  description:
    "Starts a job. Send exactly one of `awardIds`, `filter` or `all`. Credentials issued after the call aren't affected. If an ID is unknown, nothing is revoked.",
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

const sendAwards = defineOperation({
  ...onMany,
  id: 'sendAwards',
  noun: 'credentials.sendMany',
  audit: 'credential',
  since: '1.0',
  path: '/awards/send',
  summary: 'Email many credentials',
  description:
    "Starts a job that emails credentials to their recipients. Send exactly one of `awardIds`, `filter`, `importId` or `all`. Each email counts toward the account's daily limit. If the emails exceed the limit, none is sent and the response is 429. Revoked credentials, unsubscribed recipients and recipients who were already emailed are skipped.",
  body: which
    .extend({
      importId: idOrUrl.optional().meta({ description: 'The credentials of this import' }),
      onEmailed: z.enum(['skip', 'send']).default('skip').meta({
        description:
          'What to do with credentials whose recipient was already emailed (`emailStatus`), or whose address bounced',
      }),
    })
    .refine(isOne, mustBeOne),
  errors: ['credential_not_found', 'import_not_found'],
  examples: {
    body: { awardIds: [exampleIds.award] },
    reply: { jobId: exampleIds.job },
  },
});

const getJob = defineOperation({
  id: 'getJob',
  noun: 'jobs.get',
  since: '1.0',
  method: 'GET',
  path: '/jobs/:jobId',
  access: accountReadAccess,
  tag: 'Credentials',
  summary: 'Get a job',
  description: "Finished when `finishedAt` isn't null. Poll every few seconds.",
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

export const bulkOperations = { revokeAwards, sendAwards, getJob } as const;
