import { z } from 'zod';
import { awardDetails, detailsTooLarge, isWithinSizeLimit } from './award-details.ts';
import { award, awardEvent, awardItem, awardUrl } from './credential-schemas.ts';
import { exampleIds, exampleRecipient } from './examples.ts';
import { accountEditAccess, accountReadAccess, defineOperation } from './operation.ts';
import { email, idOrUrl, line, nextPage, paged, prose } from './text.ts';

const date = line({ max: 40 });
const dateForm =
  'ISO 8601 date or date-time before the year 10000 in UTC, such as 2026-03-01 or 2026-03-01T12:00:00Z';
const byId = z.object({ awardId: idOrUrl });
const ids = { awardId: 'credential_not_found' } as const;

/** Minimum length of a recipient's name in UTF-16 units (interface specification §8.5). */
export const recipientNameMin = 5;

/** Interface specification §2.5. Operators may set a shorter minimum. */
export const createAwardBody = (nameMin: number) =>
  z
    .object({
      badgeId: idOrUrl.meta({ description: 'A badge of the account, bare id or full URL' }),
      recipient: z
        .object({
          name: line({ min: nameMin, max: 200 }).meta({
            description: 'As pages and files show it',
          }),
          email: email.meta({ description: 'Published only as its SHA-256' }),
        })
        .meta({ description: 'Who has earned it' }),
      issuedOn: date.meta({
        description: `When it was earned: ${dateForm}; at most 24 hours ahead`,
      }),
      expires: date.nullish().meta({
        description: `Until when it holds, a bare date through its day: ${dateForm}; as long as the badge says when not given`,
      }),
      ...awardDetails,
    })
    .refine(isWithinSizeLimit, detailsTooLarge);

const filtered = z.object({
  filter: z.string().max(5_000).optional().meta({
    description:
      'JSON: {badgeId?, state?, search?, searchField?}; state is valid, expired or revoked. A search finds parts of texts in any case: strasse finds Straße, istanbul finds İSTANBUL',
  }),
});

const exampleItem = {
  id: exampleIds.award,
  badge: { id: exampleIds.badge, name: 'First steps', image: exampleIds.image },
  recipient: exampleRecipient,
  issuedOn: '2026-03-01T00:00:00.000Z',
  timestamp: '2026-03-01T09:30:00.000Z',
  state: 'valid',
} as const;

/** Larger counts are reported as "more than". */
export const MAX_COUNTED_AWARDS = 10_000;

export const createAward = defineOperation({
  id: 'createAward',
  since: '1.0',
  method: 'POST',
  path: '/awards',
  access: accountEditAccess,
  tag: 'Credentials',
  summary: 'Issue a credential',
  description:
    "It counts towards the plan's credentials of the month. Its page and its documents can be read at once; no mail goes out until it is sent (`POST /awards/{awardId}/send`). Evidence, narrative and attributes, those that its badge has, are published with it. With an `Idempotency-Key` a repeated request issues nothing new.",
  body: createAwardBody(recipientNameMin),
  reply: z.object({ awardId: awardUrl }),
  envelope: true,
  errors: ['badge_not_found', 'issuer_not_verified', 'quota_reached'],
  idempotent: true,
  examples: {
    body: { badgeId: exampleIds.badge, recipient: exampleRecipient, issuedOn: '2026-03-01' },
    reply: { awardId: exampleIds.award },
  },
});

export const listAwards = defineOperation({
  id: 'listAwards',
  since: '1.0',
  method: 'GET',
  path: '/awards',
  access: accountReadAccess,
  tag: 'Credentials',
  summary: 'List credentials, 50 a page',
  description:
    'Newest first, 50 a page, revoked ones among them. The next page is asked for with `lastEvaluatedKey` and the same filter. A badge that is not known matches nothing.',
  query: paged.extend(filtered.shape),
  reply: z.object({
    awards: z.array(awardItem).meta({ description: 'At most 50, newest first' }),
    ...nextPage,
  }),
  envelope: true,
  errors: ['invalid_page_token'],
  examples: { query: { filter: '{"search":"ada"}' }, reply: { awards: [exampleItem] } },
});

export const countAwards = defineOperation({
  id: 'countAwards',
  since: '1.0',
  method: 'GET',
  path: '/awards/count',
  access: accountReadAccess,
  tag: 'Credentials',
  summary: 'How many credentials a filter lets through',
  description:
    'Counted one by one, and so exact, up to 10,000; when there are more, `count` is 10000 and `isMore` true. What a job by this filter found when it began is its `total`, exact however many they are.',
  query: filtered,
  reply: z.object({
    count: z.int().meta({ description: 'At most 10,000' }),
    isMore: z.boolean().meta({ description: 'There are more than 10,000' }),
  }),
  envelope: true,
  examples: {
    query: { filter: '{"state":"expired"}' },
    reply: { count: 3_214, isMore: false },
  },
});

export const getAward = defineOperation({
  id: 'getAward',
  since: '1.0',
  method: 'GET',
  path: '/awards/:awardId',
  access: accountReadAccess,
  tag: 'Credentials',
  summary: 'Read one credential',
  description:
    'With what a list leaves out: expiry, revocation, the state of its last mail, and what else it says: narrative, evidence, attributes.',
  params: byId,
  ids,
  reply: award,
  envelope: true,
  examples: {
    reply: {
      ...exampleItem,
      expires: null,
      revoked: false,
      delivery: 'sent',
      deliveryStatus: 'accepted',
    },
  },
});

export const exportAwards = defineOperation({
  id: 'exportAwards',
  since: '1.0',
  method: 'GET',
  path: '/awards/export.csv',
  access: accountReadAccess,
  tag: 'Credentials',
  summary: 'All credentials, or those of a filter, as CSV',
  description:
    'Newest first, UTF-8 with a byte order mark, with the columns id, badgeId, badge, name, email, issuedOn, expires, revoked, revocationReason and timestamp, then narrative, evidence and one such as attribute:Grade for each attribute of the badges (of more than 100 one column attributes, as JSON). `POST /awards/imports` takes the file as it is. Cells that a spreadsheet would run as formulas are defused by an apostrophe. An account can run two exports at a time, of any kind; more are answered with 429 until one ends.',
  query: filtered,
  serves: ['text/csv'],
});

export const awardEvents = defineOperation({
  id: 'awardEvents',
  since: '1.0',
  method: 'GET',
  path: '/awards/:awardId/events',
  access: accountReadAccess,
  tag: 'Credentials',
  summary: 'What happened to a credential, oldest first',
  description:
    '`mailed` is when a mail server has taken a mail with it, `shared` when the account has mailed it to others. `by` tells which person or API key did it, by the name of today.',
  params: byId,
  ids,
  reply: z.object({
    events: z.array(awardEvent).meta({ description: 'All of them, oldest first' }),
  }),
  envelope: true,
  examples: {
    reply: {
      events: [
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

export const revokeAward = defineOperation({
  id: 'revokeAward',
  since: '1.0',
  method: 'POST',
  path: '/awards/:awardId/revoke',
  access: accountEditAccess,
  tag: 'Credentials',
  summary: 'Revoke a credential, with a reason that is published',
  description:
    'For good. Verifiers see it at once. Revoking again with the same reason changes nothing; with another one, or none, it is refused, since the first one is published.',
  params: byId,
  ids,
  body: z.object({
    awardId: idOrUrl.optional().meta({ description: 'May repeat the path' }),
    reason: prose({ min: 0, max: 500 })
      .optional()
      .meta({ description: 'Published with the credential' }),
  }),
  mayBeEmpty: true,
  reply: z.object({ revoked: z.literal(true).meta({ description: 'It is revoked' }) }),
  envelope: true,
  errors: ['already_revoked'],
  examples: { body: { reason: 'Issued by mistake' }, reply: { revoked: true } },
});

export const deleteAward = defineOperation({
  id: 'deleteAward',
  since: '1.0',
  method: 'DELETE',
  path: '/awards/:awardId',
  access: accountEditAccess,
  tag: 'Credentials',
  summary: 'Erase a credential and its personal data',
  description:
    'For good: nothing of the recipient stays. Its public addresses answer 410 from now on, so that verifiers can tell it from one that never was.',
  params: byId,
  ids,
  reply: z.object({ deleted: z.literal(true).meta({ description: 'It is erased' }) }),
  envelope: true,
  examples: { reply: { deleted: true } },
});
