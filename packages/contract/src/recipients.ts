import { z } from 'zod';
import { correctedRecipient, correctionEmail, correctionSettings } from './corrections.ts';
import { awardItem, credentialFilter } from './credential-schemas.ts';
import { exampleIds, exampleMail, exampleRecipient } from './examples.ts';
import { mailItem } from './mail.ts';
import {
  accountEditAccess,
  accountReadAccess,
  defineOperation,
  type SchemaSettings,
} from './operation.ts';
import { idOrUrl, line, nextPage, paged } from './text.ts';
import { mailStatuses } from './vocabulary.ts';

/** Larger counts are reported as this number. */
export const MAX_COUNTED_RECIPIENT_AWARDS = 100;
/** Maximum number of credentials that are corrected together, in one transaction. */
export const MAX_CORRECTED_AWARDS = 500;
/** Maximum number of emails shown with a page of a recipient's credentials. */
export const MAX_RECIPIENT_MAILS = 100;

// Tokens contain an address, encrypted.
const pagedByAddress = paged.extend({
  lastEvaluatedKey: line({ max: 3_000 })
    .optional()
    .meta({ description: 'From the previous page. Omit it for the first page' }),
});

const recipient = z.object({
  recipientId: z.string().meta({
    description:
      'ID. Belongs to the email address within the account, so it stays the same when a credential is added or erased',
  }),
  name: z.string().meta({
    description: 'Name on the newest credential. The address, if it has no credentials',
  }),
  email: z.string().meta({ description: 'Email address on the newest credential' }),
});

const recipientItem = recipient
  .extend({
    awards: z.int().meta({
      description: `Number of credentials, including revoked ones. ${MAX_COUNTED_RECIPIENT_AWARDS} means ${MAX_COUNTED_RECIPIENT_AWARDS} or more`,
    }),
    lastAwardAt: z.iso
      .datetime()
      .meta({ description: 'When the newest credential was created, in UTC' }),
  })
  .meta({ id: 'RecipientItem' });

const earlierAddress = z.object({
  recipientId: z.string().meta({ description: 'ID of the earlier address' }),
  email: z.string().meta({ description: 'Address that a correction replaced' }),
});

const recipientAward = awardItem
  .extend({
    delivery: z
      .enum(['queued', 'sent', 'bounced', 'failed'])
      .nullable()
      .meta({ description: 'State of the last email to the recipient; null if none was sent' }),
    deliveryStatus: z
      .enum(mailStatuses)
      .nullable()
      .meta({ description: 'Status of that email, as in GET /mail' }),
  })
  .meta({ id: 'RecipientAward' });

const byId = z.object({ recipientId: idOrUrl });
const ids = { recipientId: 'recipient_not_found' } as const;

const listRecipients = defineOperation({
  id: 'listRecipients',
  noun: 'recipients.list',
  iterator: 'all',
  since: '1.0',
  method: 'GET',
  path: '/recipients',
  access: accountReadAccess,
  tag: 'Recipients',
  summary: 'List recipients',
  description:
    'People with credentials of the account, one per email address, 50 per page. Upper and lower case are the same address. Sorted by address or, with `search`, by the newest matching credential. For the next page, send `lastEvaluatedKey` with the same search.',
  query: pagedByAddress.extend({
    search: credentialFilter.shape.search.meta({
      description:
        'Part of a name or an email address on any of their credentials. Ignores case, accents and apostrophes: jurgen finds Jürgen, oneill finds O’Neill',
    }),
  }),
  reply: z.object({
    items: z.array(recipientItem).meta({ description: 'At most 50' }),
    earlierAddresses: z
      .array(
        earlierAddress.extend({
          movedTo: recipient.meta({ description: 'Recipient who has the credential now' }),
        }),
      )
      .optional()
      .meta({
        description:
          'Addresses that contain `search` (3 characters or more) and that corrections replaced. Only with `search` and on the first page, at most 20',
      }),
    courseLearners: z.array(recipient).optional().meta({
      description:
        'A learner of a course whose whole address is `search` and who has no credential, to erase them. Only with `search` and on the first page, at most 1',
    }),
    ...nextPage,
  }),
  envelope: true,
  formerNames: { items: 'recipients' },
  errors: ['invalid_page_token'],
  examples: {
    query: { search: 'ada' },
    reply: {
      items: [
        {
          recipientId: exampleIds.recipient,
          ...exampleRecipient,
          awards: 2,
          lastAwardAt: '2026-03-01T09:30:00.000Z',
        },
      ],
      earlierAddresses: [],
      courseLearners: [],
    },
  },
});

const getRecipient = defineOperation({
  id: 'getRecipient',
  noun: 'recipients.get',
  since: '1.0',
  method: 'GET',
  path: '/recipients/:recipientId',
  access: accountReadAccess,
  tag: 'Recipients',
  summary: 'Get a recipient',
  description: `One person with all credentials, newest first, 50 per page, and the emails about them. For the next page, send \`lastEvaluatedKey\`. A recipient without credentials doesn't exist: after the last one is erased, the response is 404. An address that a correction replaced has no credentials, but \`movedTo\`, until it's erased. A learner in \`courseLearners\` has neither.`,
  params: byId,
  ids,
  query: paged,
  reply: recipient.extend({
    awards: z.array(recipientAward).meta({ description: 'At most 50, newest first' }),
    earlierAddresses: z.array(earlierAddress).meta({
      description:
        'Addresses that the credentials on this page had before a correction. At most 20',
    }),
    movedTo: z.array(recipient).meta({
      description:
        'Recipients who have credentials of this address since a correction. At most 20. Erasing this address leaves their credentials',
    }),
    mail: z.array(mailItem).meta({
      description: `Emails about the credentials on this page, newest first. At most the newest ${MAX_RECIPIENT_MAILS}`,
    }),
    ...nextPage,
  }),
  envelope: true,
  errors: ['invalid_page_token'],
  examples: {
    reply: {
      recipientId: exampleIds.recipient,
      ...exampleRecipient,
      awards: [
        {
          id: exampleIds.award,
          badge: { id: exampleIds.badge, name: 'First steps', image: exampleIds.image },
          recipient: exampleRecipient,
          recipientId: exampleIds.recipient,
          issuedOn: '2026-03-01T00:00:00.000Z',
          timestamp: '2026-03-01T09:30:00.000Z',
          state: 'valid',
          emailStatus: 'emailed',
          delivery: 'sent',
          deliveryStatus: 'accepted',
        },
      ],
      earlierAddresses: [],
      movedTo: [],
      mail: [exampleMail],
    },
  },
});

const correctRecipientBody = (settings: SchemaSettings) =>
  z.object({
    recipientId: idOrUrl.optional().meta({ description: 'If sent, must match the path' }),
    ...correctedRecipient(settings),
    ...correctionSettings,
  });

export const correctRecipient = defineOperation({
  id: 'correctRecipient',
  noun: 'recipients.correct',
  audit: 'credential',
  since: '1.0',
  method: 'PUT',
  path: '/recipients/:recipientId',
  access: accountEditAccess,
  tag: 'Recipients',
  summary: 'Correct a recipient',
  description: `Corrects name or address on all credentials of one person, as \`PUT /awards/{awardId}\` does on one. If an error occurs, no credential changes. Revoked credentials stay as they are. At most ${MAX_CORRECTED_AWARDS} credentials per recipient.`,
  params: byId,
  ids,
  body: correctRecipientBody,
  idempotent: true,
  reply: z.object({
    recipientId: z
      .string()
      .meta({ description: 'ID of the corrected recipient. A new address has another ID' }),
    corrected: z.int().meta({ description: 'Credentials that got another edition' }),
    unchanged: z.int().meta({ description: 'Credentials that already had these values' }),
    revoked: z.int().meta({ description: 'Revoked credentials, which stay as they are' }),
    email: correctionEmail,
  }),
  envelope: true,
  errors: ['credential_revoked', 'too_many_credentials'],
  examples: {
    body: { name: 'Ada Lovelace', reason: 'Misspelled name' },
    reply: {
      recipientId: exampleIds.recipient,
      ...{ corrected: 2, unchanged: 0, revoked: 0, email: 'none' },
    },
  },
});

const eraseRecipient = defineOperation({
  id: 'eraseRecipient',
  noun: 'recipients.erase',
  audit: 'credential',
  since: '1.0',
  method: 'DELETE',
  path: '/recipients/:recipientId',
  access: accountEditAccess,
  tag: 'Recipients',
  summary: 'Erase a recipient',
  description:
    "Starts a job that erases all of this person's credentials and personal data for good, as `DELETE /awards/{awardId}` does for one. Credentials issued after the call aren't affected. Credentials that a correction moved to another address stay, but this address, and the name it had, are removed from their history, emails and webhook deliveries.",
  params: byId,
  ids,
  reply: z.object({
    jobId: z.string().meta({ description: 'Poll GET /jobs/{jobId} for progress' }),
  }),
  envelope: true,
  status: 202,
  examples: { reply: { jobId: exampleIds.job } },
});

export const recipientOperations = {
  listRecipients,
  getRecipient,
  correctRecipient,
  eraseRecipient,
} as const;
