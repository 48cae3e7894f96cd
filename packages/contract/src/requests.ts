import { z } from 'zod';
import { awardUrl } from './credential-schemas.ts';
import { exampleIds, exampleRecipient } from './examples.ts';
import { accountEditAccess, accountReadAccess, defineOperation } from './operation.ts';
import { idOrUrl, line, nextPage, paged } from './text.ts';
import { requestKinds, requestStates } from './vocabulary.ts';

const tag = 'Recipients';
/** A larger number of open requests is reported as this one. */
export const MAX_COUNTED_REQUESTS = 100;

const requestId = z.string().meta({ description: 'ID' });
const kind = z.enum(requestKinds).meta({
  description: 'correction: change name, address or other data. erasure: delete the credential',
});
const state = z.enum(requestStates).meta({ description: 'open: not answered yet' });
const wishedName = z
  .string()
  .nullable()
  .meta({ description: 'Name that the recipient asks for; null if none' });
const wishedEmail = z
  .string()
  .nullable()
  .meta({ description: 'Email address that the recipient asks for; null if none' });

const requestItem = z
  .object({
    ...{ requestId, kind, state },
    message: z.string().meta({ description: 'In the words of the recipient' }),
    ...{ name: wishedName, email: wishedEmail },
    reason: z.string().nullable().meta({ description: 'Reason for declining, if any' }),
    award: z
      .object({
        id: awardUrl,
        badge: z
          .object({ name: z.string().meta({ description: 'Name' }) })
          .meta({ description: 'The badge, as in the credential' }),
        recipient: z
          .object({
            name: z.string().meta({ description: 'Name' }),
            email: z.string().meta({ description: 'Email address' }),
          })
          .meta({ description: 'Current recipient' }),
        recipientId: z.string().meta({ description: 'ID of the current recipient' }),
      })
      .meta({ description: 'The credential' }),
    requester: z
      .object({
        recipientId: z.string().meta({ description: 'ID of that recipient' }),
        email: z.string().meta({ description: 'Address that the credential had then' }),
      })
      .nullable()
      .meta({
        description:
          'Recipient who sent the request. An earlier one, if a correction gave the credential to somebody else; null if unknown',
      }),
    createdAt: z.iso.datetime().meta({ description: 'Created at, in UTC' }),
    closedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Accepted or declined at, in UTC; null while open' }),
  })
  .meta({ id: 'Request' });

const listRequests = defineOperation({
  id: 'listRequests',
  noun: 'requests.list',
  iterator: 'all',
  since: '1.0',
  method: 'GET',
  path: '/requests',
  access: accountReadAccess,
  tag,
  summary: 'List requests of recipients',
  description:
    'Recipients ask to correct or erase a credential. Newest first, 50 per page. Erasing a credential deletes its requests, so accepted erasures aren’t listed.',
  query: paged.extend({
    state: z.enum(requestStates).optional().meta({ description: 'Only requests in this state' }),
  }),
  reply: z.object({
    items: z.array(requestItem).meta({ description: 'At most 50, newest first' }),
    open: z.int().meta({
      description: `Number of open requests. At most ${MAX_COUNTED_REQUESTS} are counted`,
    }),
    ...nextPage,
  }),
  errors: ['invalid_page_token'],
  examples: {
    query: { state: 'open' },
    reply: {
      items: [
        {
          ...{ requestId: exampleIds.request, kind: 'correction', state: 'open' },
          ...{ message: 'My surname is misspelled.', name: 'Ada Lovelace', email: null },
          reason: null,
          award: {
            id: exampleIds.award,
            badge: { name: 'First steps' },
            recipient: { ...exampleRecipient, name: 'Ada Lovelaze' },
            recipientId: exampleIds.recipient,
          },
          requester: { recipientId: exampleIds.recipient, email: exampleRecipient.email },
          ...{ createdAt: '2026-03-01T09:30:00.000Z', closedAt: null },
        },
      ],
      open: 1,
    },
  },
});

const byId = z.object({ requestId: idOrUrl });
const ids = { requestId: 'request_not_found' } as const;

const acceptRequest = defineOperation({
  id: 'acceptRequest',
  noun: 'requests.accept',
  audit: 'credential',
  since: '1.0',
  method: 'POST',
  path: '/requests/:requestId/accept',
  access: accountEditAccess,
  tag,
  summary: 'Accept a request',
  description:
    'Emails the recipient who sent it that you accepted. An erasure erases the credential at once, as `DELETE /awards/{awardId}` does. A correction changes nothing yet: correct the credential with the `name` and `email` of the response. Accepting it again returns the same.',
  params: byId,
  ids,
  reply: z.object({
    ...{ requestId, kind },
    awardId: z.string().meta({ description: 'URL of the credential' }),
    ...{ name: wishedName, email: wishedEmail },
  }),
  errors: ['request_closed', 'credential_revoked'],
  examples: {
    reply: {
      ...{ requestId: exampleIds.request, kind: 'correction', awardId: exampleIds.award },
      ...{ name: 'Ada Lovelace', email: null },
    },
  },
});

export const declineRequest = defineOperation({
  id: 'declineRequest',
  noun: 'requests.decline',
  audit: 'credential',
  since: '1.0',
  method: 'POST',
  path: '/requests/:requestId/decline',
  access: accountEditAccess,
  tag,
  summary: 'Decline a request',
  description: 'Emails the reason to the recipient who sent the request. They can send a new one.',
  params: byId,
  ids,
  body: z.object({
    reason: line({ max: 500 }).meta({ description: 'Shown to the recipient who sent the request' }),
  }),
  reply: z.object({
    requestId,
    state: z.literal('declined').meta({ description: 'Always declined' }),
  }),
  errors: ['request_closed'],
  examples: {
    body: { reason: 'The name is the one in your passport.' },
    reply: { requestId: exampleIds.request, state: 'declined' },
  },
});

export const requestOperations = { listRequests, acceptRequest, declineRequest } as const;
