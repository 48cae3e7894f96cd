import { z } from 'zod';
import { attributeValues } from './attributes.ts';
import { awardDetails, evidenceList } from './award-details.ts';
import { awardEventCause, awardUrl } from './credential-schemas.ts';
import { expiryForm, issuedOnForm } from './credentials.ts';
import { exampleIds } from './examples.ts';
import {
  accountEditAccess,
  accountReadAccess,
  defineOperation,
  type SchemaSettings,
} from './operation.ts';
import { email, idOrUrl, line, prose } from './text.ts';

const date = line({ max: 40 });
const byId = z.object({ awardId: idOrUrl });
const ids = { awardId: 'credential_not_found' } as const;
const reason = prose({ max: 500 }).optional().meta({
  description: 'For your team, in the history. Never published',
});
const notify = z.boolean().optional().meta({
  description:
    'Whether to email the corrected credential to its recipient. Skipped for addresses that unsubscribed or bounced. An email that is still queued follows the credential in any case. Default: false',
});

/** Members of requests that correct name and address. */
export const correctedRecipient = ({ recipientNameMin: min }: SchemaSettings) => ({
  name: line({ min, max: 200 })
    .optional()
    .meta({ description: 'Name as shown on pages and files' }),
  email: email.optional().meta({
    description: 'Email address. A new one moves the credential to the recipient with that address',
  }),
});
export const correctionSettings = { reason, notify };

export const correctionEmail = z.enum(['none', 'queued', 'unsubscribed', 'bounced']).meta({
  description:
    'queued: emailed, or an email that was still queued now goes to the corrected address. unsubscribed, bounced: skipped. none: not requested, or nothing has changed',
});

const correctAwardBody = (settings: SchemaSettings) =>
  z.object({
    awardId: idOrUrl.optional().meta({ description: 'If sent, must match the path' }),
    recipient: z
      .object(correctedRecipient(settings))
      .optional()
      .meta({ description: 'Fields you omit stay unchanged' }),
    issuedOn: date.optional().meta({ description: issuedOnForm }),
    expires: date.nullish().meta({ description: `${expiryForm} \`null\` means never` }),
    narrative: awardDetails.narrative
      .unwrap()
      .nullish()
      .meta({ description: 'In Markdown. `null` removes it' }),
    evidence: evidenceList.optional().meta({
      description: 'Replaces the evidence. An empty list removes it',
    }),
    attributes: attributeValues.optional().meta({
      description:
        "Replaces the values of the badge's attributes, by name. An empty object removes them",
    }),
    ...correctionSettings,
  });

const corrected = z.object({
  awardId: awardUrl,
  corrected: z.boolean().meta({ description: 'False if the credential already had these values' }),
  edition: z.int().meta({ description: 'Number of the current edition. The first one is 1' }),
  email: correctionEmail,
});

/** Shared by operations that create the next edition of one credential. */
const nextEdition = {
  audit: 'credential',
  since: '1.0',
  access: accountEditAccess,
  tag: 'Credentials',
  params: byId,
  ids,
  tagged: true,
  idempotent: true,
  reply: corrected,
  envelope: true,
} as const;

export const correctAward = defineOperation({
  ...nextEdition,
  id: 'correctAward',
  noun: 'credentials.correct',
  method: 'PUT',
  path: '/awards/:awardId',
  summary: 'Correct a credential',
  description:
    "Creates the next edition at the same URL. Fields you omit stay unchanged. Page, certificate, pictures and Open Badges 2.0 document follow at once, and the page shows the date of the correction. Signed copies of the earlier edition become revoked; recipients can download new ones. Emits `credential.corrected`. Revoked credentials can't be corrected. Send `If-Match` to avoid overwriting someone else's correction.",
  body: correctAwardBody,
  errors: ['credential_revoked'],
  examples: {
    body: { recipient: { name: 'Ada Lovelace' }, reason: 'Misspelled name' },
    reply: { awardId: exampleIds.award, corrected: true, edition: 2, email: 'none' },
  },
});

export const renewAward = defineOperation({
  ...nextEdition,
  id: 'renewAward',
  noun: 'credentials.renew',
  method: 'POST',
  path: '/awards/:awardId/renew',
  summary: 'Renew a credential',
  description:
    'Creates the next edition with a later expiry date at the same URL, as `PUT /awards/{awardId}` does. Expired credentials become valid again. Reminders start again for the new date. No email is sent.',
  body: z.object({
    awardId: idOrUrl.optional().meta({ description: 'If sent, must match the path' }),
    expires: date.meta({
      description: `${expiryForm} Must be in the future, and not before the current expiry`,
    }),
  }),
  errors: ['credential_revoked'],
  examples: {
    body: { expires: '2028-03-01' },
    reply: { awardId: exampleIds.award, corrected: true, edition: 2, email: 'none' },
  },
});

/** Fields that an edition can change. `badge` and `issuer` are their editions, without values. */
const editionFields = [
  'recipient.name',
  'recipient.email',
  'issuedOn',
  'expires',
  'narrative',
  'evidence',
  'attributes',
  'badge',
  'issuer',
] as const;
export type EditionField = (typeof editionFields)[number];

const awardEdition = z
  .object({
    edition: z.int().meta({ description: 'Number, from 1' }),
    kind: z.enum(['issued', 'updated', 'corrected', 'renewed']).meta({
      description: 'updated: got the current edition of its badge or issuer',
    }),
    at: z.iso.datetime().meta({ description: 'Time, in UTC' }),
    by: awardEventCause,
    reason: z.string().optional().meta({ description: 'Reason, if one was given' }),
    changes: z
      .array(
        z.object({
          field: z.enum(editionFields).meta({
            description: 'Field. badge and issuer: the edition of the badge or issuer',
          }),
          before: z.unknown().optional().meta({
            description:
              'Earlier value, as in `GET /awards/{awardId}`; null if there was none, or if it was erased',
          }),
          after: z.unknown().optional().meta({ description: 'New value; null if there is none' }),
        }),
      )
      .meta({ description: 'Changes from the edition before. Badge and issuer have no values' }),
  })
  .meta({ id: 'AwardEdition' });
export type AwardEdition = z.infer<typeof awardEdition>;

const awardEditions = defineOperation({
  id: 'awardEditions',
  noun: 'credentials.editions',
  since: '1.0',
  method: 'GET',
  path: '/awards/:awardId/editions',
  access: accountReadAccess,
  tag: 'Credentials',
  summary: 'List the editions of a credential',
  description:
    'Newest first: what changed, when, by whom and why. Only for your team. At most the newest 200.',
  params: byId,
  ids,
  reply: z.object({
    items: z.array(awardEdition).meta({ description: 'At most 200, newest first' }),
  }),
  envelope: true,
  formerNames: { items: 'editions' },
  examples: {
    reply: {
      items: [
        {
          ...{ edition: 2, kind: 'corrected', at: '2026-03-02T10:00:00.000Z' },
          by: { kind: 'person', id: exampleIds.person, name: 'Grace Hopper' },
          reason: 'Misspelled name',
          changes: [{ field: 'recipient.name', before: 'Ada Lovelce', after: 'Ada Lovelace' }],
        },
        {
          ...{ edition: 1, kind: 'issued', at: '2026-03-01T09:30:00.000Z' },
          by: { kind: 'key', id: exampleIds.key, name: 'Course platform' },
          changes: [],
        },
      ],
    },
  },
});

export const correctionOperations = { correctAward, renewAward, awardEditions } as const;
