import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { accountReadAccess, defineOperation } from './operation.ts';
import { email, idOrUrl } from './text.ts';

const tag = 'Issuers';
const ownerAccess = {
  who: 'caller',
  scope: 'write',
  role: 'owner',
  personOnly: true,
  isOwn: true,
} as const;
/** Number of transfers that the list shows. */
export const MAX_LISTED_TRANSFERS = 100;

const transferStates = [
  'offered',
  'accepted',
  'completed',
  'declined',
  'cancelled',
  'expired',
  'failed',
] as const;
export type TransferState = (typeof transferStates)[number];

const transferId = z.string().meta({ description: 'ID' });
const state = z.enum(transferStates).meta({
  description:
    'offered: not answered yet. accepted: moving. completed: moved. failed: not moved, for the `reason`',
});

const transfer = z
  .object({
    transferId,
    direction: z.enum(['outgoing', 'incoming']).meta({
      description: 'outgoing: offered by this account. incoming: offered to its owner',
    }),
    state,
    issuer: z
      .object({
        id: z.string().meta({ description: 'URL of the issuer' }),
        name: z.string().meta({ description: 'Name when it was offered' }),
      })
      .meta({ description: 'The issuer' }),
    account: z.string().meta({ description: 'Name of the account that offers the issuer' }),
    email: z.string().nullable().meta({
      description:
        'Address of the owner who may accept. Null for outgoing transfers closed 90 days ago, and for addresses of your owner that only a session of theirs shows',
    }),
    reason: z.string().nullable().meta({ description: 'Error code if the transfer failed' }),
    createdAt: z.iso.datetime().meta({ description: 'Offered at, in UTC' }),
    expiresAt: z.iso.datetime().meta({ description: 'The offer ends then, in UTC' }),
    closedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Completed, declined, canceled or failed at, in UTC' }),
  })
  .meta({ id: 'IssuerTransfer' });

const example = {
  ...{ transferId: exampleIds.transfer, direction: 'outgoing', state: 'offered' },
  issuer: { id: exampleIds.issuer, name: 'Example Academy' },
  ...{ account: 'Example Foundation', email: 'grace@example.org', reason: null },
  ...{ createdAt: '2026-03-01T09:30:00.000Z', expiresAt: '2026-03-15T09:30:00.000Z' },
  closedAt: null,
} as const;

export const offerIssuer = defineOperation({
  id: 'offerIssuer',
  noun: 'transfers.offer',
  audit: 'issuer',
  since: '1.0',
  method: 'POST',
  path: '/issuers/:issuerId/transfer',
  access: ownerAccess,
  tag,
  summary: 'Offer an issuer to another account',
  description:
    'Emails an offer that is open for 14 days. The owner of an account with this confirmed address can accept it. The issuer must be verified. Nothing changes until then. Requires a sign-in within the last 5 minutes.',
  params: z.object({ issuerId: idOrUrl }),
  ids: { issuerId: 'issuer_not_found' },
  body: z.object({ email: email.meta({ description: 'Address of the other owner' }) }),
  reply: transfer,
  errors: [
    'fresh_sign_in_required',
    'transfer_issuer_unverified',
    'transfer_open',
    'transfer_in_course',
    'transfer_work_running',
  ],
  examples: { body: { email: example.email }, reply: example },
});

const listTransfers = defineOperation({
  id: 'listTransfers',
  noun: 'transfers.list',
  since: '1.0',
  method: 'GET',
  path: '/transfers',
  access: accountReadAccess,
  tag,
  summary: 'List transfers of issuers',
  description: `Transfers to and from this account, and open offers to its owner: in a session of the owner, to any confirmed address, otherwise to the one that the account signed up with. The newest ${MAX_LISTED_TRANSFERS}, newest first.`,
  reply: z.object({
    items: z.array(transfer).meta({ description: `At most ${MAX_LISTED_TRANSFERS}` }),
  }),
  examples: { reply: { items: [example] } },
});

const byId = z.object({ transferId: idOrUrl });
const ids = { transferId: 'transfer_not_found' } as const;

const acceptTransfer = defineOperation({
  id: 'acceptTransfer',
  noun: 'transfers.accept',
  audit: 'issuer',
  since: '1.0',
  method: 'POST',
  path: '/transfers/:transferId/accept',
  access: ownerAccess,
  tag,
  summary: 'Accept an issuer from another account',
  description:
    "The issuer moves to the account of this request in the background, all at once: badges, credentials, certificate designs, claim codes, templates, requests and history. All public URLs stay the same. The issuer counts toward the plan's issuers; its credentials don't count toward the quota. Webhooks, API keys, members and the audit log stay with their accounts.",
  params: byId,
  ids,
  status: 202,
  reply: z.object({
    transferId,
    state: z.literal('accepted').meta({ description: 'The issuer is moving' }),
  }),
  errors: [
    'transfer_closed',
    'transfer_in_course',
    'transfer_work_running',
    'issuer_limit_reached',
  ],
  examples: { reply: { transferId: exampleIds.transfer, state: 'accepted' } },
});

const declineTransfer = defineOperation({
  id: 'declineTransfer',
  noun: 'transfers.decline',
  audit: 'issuer',
  since: '1.0',
  method: 'POST',
  path: '/transfers/:transferId/decline',
  access: ownerAccess,
  tag,
  summary: 'Decline an issuer from another account',
  description: 'Emails the owner who offered it. The issuer stays where it is.',
  params: byId,
  ids,
  reply: z.object({
    transferId,
    state: z.literal('declined').meta({ description: 'The offer is closed' }),
  }),
  errors: ['transfer_closed'],
  examples: { reply: { transferId: exampleIds.transfer, state: 'declined' } },
});

const cancelTransfer = defineOperation({
  id: 'cancelTransfer',
  noun: 'transfers.cancel',
  audit: 'issuer',
  since: '1.0',
  method: 'DELETE',
  path: '/transfers/:transferId',
  access: ownerAccess,
  tag,
  summary: 'Cancel an offer of an issuer',
  description: 'Works until the offer is accepted. The other owner gets an email.',
  params: byId,
  ids,
  reply: z.object({
    transferId,
    state: z.literal('cancelled').meta({ description: 'The offer is closed' }),
  }),
  errors: ['transfer_closed'],
  examples: { reply: { transferId: exampleIds.transfer, state: 'cancelled' } },
});

export const transferOperations = {
  offerIssuer,
  listTransfers,
  acceptTransfer,
  declineTransfer,
  cancelTransfer,
} as const;
