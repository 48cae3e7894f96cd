import { z } from 'zod';
import { awardDetails, detailsTooLarge, isWithinSizeLimit } from './award-details.ts';
import { award, awardEvent, awardItem, awardUrl } from './credential-schemas.ts';
import { exampleIds, exampleRecipient } from './examples.ts';
import {
  accountEditAccess,
  accountReadAccess,
  defineOperation,
  type SchemaSettings,
} from './operation.ts';
import { email, idOrUrl, line, nextPage, paged, prose } from './text.ts';

const date = line({ max: 40 });
const dateForm =
  'ISO 8601 date or date-time before the year 10000 in UTC, such as 2026-03-01 or 2026-03-01T12:00:00Z';
export const issuedOnForm = `Date earned: ${dateForm}. At most 24 hours in the future`;
export const expiryForm = `Expiry: ${dateForm}. A date is valid to the end of that day.`;
const byId = z.object({ awardId: idOrUrl });
const ids = { awardId: 'credential_not_found' } as const;

/** Minimum length of a recipient's name unless the operator sets another (interface specification §8.5). */
export const recipientNameMin = 5;

/** Interface specification §2.5. */
const createAwardBody = ({ recipientNameMin: min }: SchemaSettings) =>
  z
    .object({
      badgeId: idOrUrl.meta({ description: 'A badge of the account, as ID or URL' }),
      recipient: z
        .object({
          name: line({ min, max: 200 }).meta({
            description: 'Name as shown on pages and files',
          }),
          email: email.meta({ description: 'Only its SHA-256 hash is published' }),
        })
        .meta({ description: 'The recipient' }),
      issuedOn: date.meta({
        description: issuedOnForm,
      }),
      expires: date.nullish().meta({
        description: `${expiryForm} Defaults to the badge's \`validFor\``,
      }),
      ...awardDetails,
      onDuplicate: z.enum(['issue', 'skip']).optional().meta({
        description:
          'What to do if the email address already has this badge, not revoked: issue another (default), or skip',
      }),
    })
    .refine(isWithinSizeLimit, detailsTooLarge);

const filtered = z.object({
  filter: z.string().max(5_000).optional().meta({
    description:
      'JSON: {badgeId?, state?, emailStatus?, search?, searchField?}. state is valid, expired or revoked; emailStatus is not_emailed, emailed or bounced. Search matches parts of names and email addresses and ignores case, accents and apostrophes: jurgen finds Jürgen, oneill finds O’Neill, strasse finds Straße. searchField name or email restricts it to one of them',
  }),
});

const exampleItem = {
  id: exampleIds.award,
  badge: { id: exampleIds.badge, name: 'First steps', image: exampleIds.image },
  recipient: exampleRecipient,
  recipientId: exampleIds.recipient,
  issuedOn: '2026-03-01T00:00:00.000Z',
  timestamp: '2026-03-01T09:30:00.000Z',
  state: 'valid',
  emailStatus: 'not_emailed',
} as const;

/** Larger counts are reported as "more than". */
export const MAX_COUNTED_AWARDS = 10_000;

export const createAward = defineOperation({
  id: 'createAward',
  noun: 'credentials.issue',
  audit: 'credential',
  since: '1.0',
  method: 'POST',
  path: '/awards',
  access: accountEditAccess,
  tag: 'Credentials',
  summary: 'Issue a credential',
  description:
    "Counts toward the plan's monthly quota. The page and documents are available immediately. No email is sent until you call `POST /awards/{awardId}/send`. Evidence, narrative and the badge's attributes are published. With an `Idempotency-Key`, a repeated request issues nothing new.",
  body: createAwardBody,
  reply: z.object({
    awardId: awardUrl,
    skipped: z.literal(true).optional().meta({
      description:
        'Present if nothing was issued, with `onDuplicate: skip`. `awardId` is the credential that the recipient has',
    }),
  }),
  envelope: true,
  errors: ['badge_not_found', 'issuer_not_verified', 'quota_reached'],
  idempotent: true,
  examples: {
    body: { badgeId: exampleIds.badge, recipient: exampleRecipient, issuedOn: '2026-03-01' },
    reply: { awardId: exampleIds.award },
  },
});

const listAwards = defineOperation({
  id: 'listAwards',
  noun: 'credentials.list',
  iterator: 'all',
  since: '1.0',
  method: 'GET',
  path: '/awards',
  access: accountReadAccess,
  tag: 'Credentials',
  summary: 'List credentials',
  description:
    'Newest first, 50 per page, including revoked ones. For the next page, send `lastEvaluatedKey` with the same filter. An unknown badge matches nothing.',
  query: paged.extend(filtered.shape),
  reply: z.object({
    awards: z.array(awardItem).meta({ description: 'At most 50, newest first' }),
    ...nextPage,
  }),
  envelope: true,
  errors: ['invalid_page_token'],
  examples: { query: { filter: '{"search":"ada"}' }, reply: { awards: [exampleItem] } },
});

const countAwards = defineOperation({
  id: 'countAwards',
  noun: 'credentials.count',
  since: '1.0',
  method: 'GET',
  path: '/awards/count',
  access: accountReadAccess,
  tag: 'Credentials',
  summary: 'Count credentials',
  description:
    'Exact up to 10,000. Above that, `count` is 10000 and `isMore` is true. The `total` of a job with the same filter is always exact.',
  query: filtered.extend({
    unreachable: z
      .enum(['true', 'false'])
      .default('false')
      .meta({ description: 'Whether to count recipients who get no email' }),
  }),
  reply: z.object({
    count: z.int().meta({ description: 'At most 10,000' }),
    isMore: z.boolean().meta({ description: 'Whether there are more than 10,000' }),
    unreachable: z.int().optional().meta({
      description:
        'Those of `count` whose recipient gets no email: they unsubscribed from your emails, bounced or complained. Only with `unreachable=true`',
    }),
  }),
  envelope: true,
  examples: {
    query: { filter: '{"state":"expired"}' },
    reply: { count: 3_214, isMore: false },
  },
});

export const getAward = defineOperation({
  id: 'getAward',
  noun: 'credentials.get',
  since: '1.0',
  method: 'GET',
  path: '/awards/:awardId',
  access: accountReadAccess,
  tag: 'Credentials',
  summary: 'Get a credential',
  description:
    'Includes details that lists omit: short code, expiry, revocation, state of the last email, narrative, evidence and attributes.',
  params: byId,
  ids,
  tagged: true,
  reply: award,
  envelope: true,
  examples: {
    reply: {
      ...exampleItem,
      emailStatus: 'emailed',
      shortCode: '7K3M-9QXT',
      expires: null,
      revoked: false,
      delivery: 'sent',
      deliveryStatus: 'accepted',
      deliveryError: null,
    },
  },
});

const exportAwards = defineOperation({
  id: 'exportAwards',
  noun: 'credentials.exportCsv',
  since: '1.0',
  method: 'GET',
  path: '/awards/export.csv',
  access: accountReadAccess,
  tag: 'Credentials',
  summary: 'Export credentials as CSV',
  description:
    'All credentials or those that match the filter, newest first, in UTF-8 with a byte order mark. Columns: id, badgeId, badge, name, email, issuedOn, expires, revoked, revocationReason, timestamp, narrative and evidence. Each badge attribute adds a column such as attribute:Grade; more than 100 attributes share one JSON column named attributes. The last columns are `page`, the link to the credential page, and `code`, its short code, which is empty until somebody was shown it. `POST /awards/imports` accepts this file. Cells that a spreadsheet would run as formulas start with an apostrophe. An account can run two exports of any kind at a time; further requests return 429.',
  query: filtered,
  serves: ['text/csv'],
});

const awardEvents = defineOperation({
  id: 'awardEvents',
  noun: 'credentials.events',
  since: '1.0',
  method: 'GET',
  path: '/awards/:awardId/events',
  access: accountReadAccess,
  tag: 'Credentials',
  summary: 'List the events of a credential',
  description:
    'Oldest first. `mailed`: a mail server accepted an email with it. `shared`: the account emailed it to others. `by` shows the user or API key with its current name.',
  params: byId,
  ids,
  reply: z.object({
    items: z.array(awardEvent).meta({ description: 'All events, oldest first' }),
  }),
  envelope: true,
  formerNames: { items: 'events' },
  examples: {
    reply: {
      items: [
        {
          ...{ type: 'issued', at: '2026-03-01T09:30:00.000Z' },
          by: { kind: 'key', id: exampleIds.key, name: 'Course platform' },
        },
        {
          ...{ type: 'mailed', at: '2026-03-01T09:30:05.000Z' },
          by: { kind: 'service', id: null, name: null },
        },
      ],
    },
  },
});

const revokeAward = defineOperation({
  id: 'revokeAward',
  noun: 'credentials.revoke',
  audit: 'credential',
  since: '1.0',
  method: 'POST',
  path: '/awards/:awardId/revoke',
  access: accountEditAccess,
  tag: 'Credentials',
  summary: 'Revoke a credential',
  description:
    "This can't be undone. Pages, documents and status lists show it within 30 seconds. The reason is published. Revoking again with the same reason changes nothing. A different or missing reason is rejected, because the first one is already published.",
  params: byId,
  ids,
  body: z.object({
    awardId: idOrUrl.optional().meta({ description: 'If sent, must match the path' }),
    reason: prose({ min: 0, max: 500 })
      .optional()
      .meta({ description: 'Published with the credential' }),
  }),
  mayBeEmpty: true,
  reply: z.object({ revoked: z.literal(true).meta({ description: 'The credential is revoked' }) }),
  envelope: true,
  errors: ['already_revoked'],
  examples: { body: { reason: 'Issued by mistake' }, reply: { revoked: true } },
});

const deleteAward = defineOperation({
  id: 'deleteAward',
  noun: 'credentials.delete',
  audit: 'credential',
  since: '1.0',
  method: 'DELETE',
  path: '/awards/:awardId',
  access: accountEditAccess,
  tag: 'Credentials',
  summary: 'Erase a credential',
  description:
    "Removes the credential and the recipient's personal data for good. Its public URLs return 410 from then on, so verifiers can distinguish it from one that never existed.",
  params: byId,
  ids,
  reply: z.object({ deleted: z.literal(true).meta({ description: 'The credential is erased' }) }),
  envelope: true,
  examples: { reply: { deleted: true } },
});

export const credentialOperations = {
  createAward,
  listAwards,
  countAwards,
  getAward,
  exportAwards,
} as const;

export const lifecycleOperations = { awardEvents, revokeAward, deleteAward } as const;
