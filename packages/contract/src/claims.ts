import { z } from 'zod';
import { attributeLimits, attributeValues } from './attributes.ts';
import { describeDateError, readDate } from './dates.ts';
import { exampleClaimCode, exampleIds, exampleRecipient } from './examples.ts';
import {
  accountEditAccess,
  accountReadAccess,
  createErrorPage,
  defineOperation,
  redirectToOwnHost,
  type SchemaSettings,
} from './operation.ts';
import { email, idOrUrl, line, nextPage, paged } from './text.ts';

const tag = 'Claim codes';
const byBadge = z.object({ badgeId: idOrUrl });
const byClaim = z.object({ claimId: idOrUrl });
const badgeIds = { badgeId: 'badge_not_found' } as const;
const claimIds = { claimId: 'claim_not_found' } as const;

/** `places` bounds `limit`; `requests` bounds the requests decided by one call. */
export const claimLimits = { places: 1_000_000, requests: 500 } as const;

const code = z.string().meta({ description: 'The code in the URL of the page' });
const url = z
  .string()
  .meta({ description: 'URL of the page where recipients claim the credential' });

const claim = z
  .object({
    claimId: z.string().meta({ description: 'ID' }),
    code,
    url,
    status: z.enum(['open', 'stopped', 'ended', 'exhausted']).meta({
      description: 'ended: `expires` has passed. exhausted: all places are taken',
    }),
    active: z.boolean().meta({ description: 'false once stopped' }),
    limit: z.int().nullable().meta({ description: 'Number of places; null for no limit' }),
    claimed: z.int().meta({ description: 'Places taken: credentials issued with the code' }),
    waiting: z
      .int()
      .meta({ description: 'Requests that wait for approval. At most 500 are counted' }),
    expires: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Last moment to claim, in UTC; null for no end' }),
    approval: z.boolean().meta({ description: 'Whether the team approves each request' }),
    fields: z.array(z.string()).meta({ description: 'Custom fields that the page asks for' }),
    createdAt: z.iso.datetime().meta({ description: 'Created at, in UTC' }),
  })
  .meta({ id: 'Claim' });

const claimRequest = z
  .object({
    requestId: z.string().meta({ description: 'ID' }),
    recipient: z
      .object({
        name: z.string().meta({ description: 'Name, as typed on the page' }),
        email: z.string().meta({ description: 'Confirmed email address' }),
      })
      .meta({ description: 'Person who asks for the credential' }),
    attributes: z
      .record(z.string(), z.string())
      .meta({ description: 'Values of the custom fields in `fields`' }),
    createdAt: z.iso.datetime().meta({ description: 'Confirmed at, in UTC' }),
  })
  .meta({ id: 'ClaimRequest' });

const exampleUrl = `${exampleIds.home}/claim/${exampleClaimCode}`;

const expiresText = 'Last day or moment to claim: ISO 8601 date or date-time';
/** An ISO 8601 date or date-time after which something is no longer public. */
export const endDate = line({ max: 40 }).superRefine((text, context) => {
  if (!readDate(text))
    context.addIssue({ code: 'custom', message: describeDateError(text), input: text });
});

const createClaim = defineOperation({
  id: 'createClaim',
  noun: 'claims.create',
  audit: 'badge',
  since: '1.0',
  method: 'POST',
  path: '/badges/:badgeId/claims',
  access: accountEditAccess,
  tag,
  summary: 'Create a claim code',
  description:
    'Recipients open `url`, enter their name and email address, and confirm the address with a code from an email. They then get the credential, or wait for approval. Each address gets one credential.',
  params: byBadge,
  ids: badgeIds,
  body: z.object({
    limit: z
      .int()
      .min(1, 'must be at least 1')
      .max(claimLimits.places, `must be at most ${claimLimits.places}`)
      .nullish()
      .meta({ description: 'Number of places. Without it, only your quota limits them' }),
    expires: endDate.nullish().meta({ description: expiresText }),
    approval: z
      .boolean()
      .optional()
      .meta({ description: 'Requests wait until your team approves them. Default: false' }),
    fields: z
      .array(line({ max: attributeLimits.name }))
      .max(attributeLimits.count, `must have at most ${attributeLimits.count} names`)
      .optional()
      .meta({ description: 'Names of custom fields of the badge that the page asks for' }),
  }),
  mayBeEmpty: true,
  reply: z.object({ claimId: claim.shape.claimId, code, url }),
  errors: ['issuer_not_verified'],
  idempotent: true,
  examples: {
    body: { limit: 100, expires: '2099-06-30' },
    reply: { claimId: exampleIds.claim, code: exampleClaimCode, url: exampleUrl },
  },
});

const listClaims = defineOperation({
  id: 'listClaims',
  noun: 'claims.list',
  iterator: 'all',
  since: '1.0',
  method: 'GET',
  path: '/badges/:badgeId/claims',
  access: accountReadAccess,
  tag,
  summary: 'List claim codes',
  description: 'Newest first, 50 per page.',
  params: byBadge,
  ids: badgeIds,
  query: paged,
  reply: z.object({
    items: z.array(claim).meta({ description: 'At most 50, newest first' }),
    ...nextPage,
  }),
  errors: ['invalid_page_token'],
  examples: {
    reply: {
      items: [
        {
          ...{ claimId: exampleIds.claim, code: exampleClaimCode, url: exampleUrl, status: 'open' },
          ...{ active: true, limit: 100, claimed: 31, waiting: 0, approval: false, fields: [] },
          ...{ expires: '2099-06-30T23:59:59.999Z', createdAt: '2026-03-01T09:30:00.000Z' },
        },
      ],
    },
  },
});

const updateClaim = defineOperation({
  id: 'updateClaim',
  noun: 'claims.update',
  audit: 'badge',
  since: '1.0',
  method: 'PUT',
  path: '/claims/:claimId',
  access: accountEditAccess,
  tag,
  summary: 'Stop or restart a claim code',
  description:
    'After `{"active": false}`, nobody can claim with the code. Issued credentials and waiting requests stay. `{"active": true}` restarts it.',
  params: byClaim,
  ids: claimIds,
  body: z.object({
    active: z.boolean().meta({ description: 'Whether people can claim with the code' }),
  }),
  reply: z.object({ claimId: claim.shape.claimId, active: claim.shape.active }),
  examples: { body: { active: false }, reply: { claimId: exampleIds.claim, active: false } },
});

const deleteClaim = defineOperation({
  id: 'deleteClaim',
  noun: 'claims.delete',
  audit: 'badge',
  since: '1.0',
  method: 'DELETE',
  path: '/claims/:claimId',
  access: accountEditAccess,
  tag,
  summary: 'Delete a claim code',
  description:
    'Also deletes its waiting requests. Issued credentials stay. The page of the code then returns 404.',
  params: byClaim,
  ids: claimIds,
  reply: z.object({ deleted: z.literal(true).meta({ description: 'Always true' }) }),
  examples: { reply: { deleted: true } },
});

const listClaimRequests = defineOperation({
  id: 'listClaimRequests',
  noun: 'claims.requests',
  iterator: 'allRequests',
  since: '1.0',
  method: 'GET',
  path: '/claims/:claimId/requests',
  access: accountReadAccess,
  tag,
  summary: 'List requests that wait for approval',
  description: 'Oldest first, 50 per page. Their addresses are confirmed.',
  params: byClaim,
  ids: claimIds,
  query: paged,
  reply: z.object({
    items: z.array(claimRequest).meta({ description: 'At most 50, oldest first' }),
    ...nextPage,
  }),
  errors: ['invalid_page_token'],
  examples: {
    reply: {
      items: [
        {
          ...{ requestId: exampleIds.claimRequest, recipient: exampleRecipient, attributes: {} },
          createdAt: '2026-03-01T09:30:00.000Z',
        },
      ],
    },
  },
});

const requestIds = z
  .array(idOrUrl)
  .min(1, 'must not be empty')
  .max(claimLimits.requests, `must have at most ${claimLimits.requests} IDs`)
  .meta({ description: `Requests of this claim code, at most ${claimLimits.requests}` });
const skipped = z
  .int()
  .meta({ description: 'Requests skipped: they no longer wait, or don’t exist' });

const approveClaims = defineOperation({
  id: 'approveClaims',
  noun: 'claims.approve',
  audit: 'badge',
  since: '1.0',
  method: 'POST',
  path: '/claims/:claimId/approve',
  access: accountEditAccess,
  tag,
  summary: 'Approve requests',
  description:
    'Issues the credentials and emails them, all or none: if places or quota are too few for all requests, nothing is issued. You can also approve requests after the claim code has ended or was stopped.',
  params: byClaim,
  ids: claimIds,
  body: z.object({ requestIds }),
  reply: z.object({
    issued: z.int().meta({ description: 'Credentials issued' }),
    skipped,
  }),
  errors: ['claim_exhausted', 'quota_reached', 'issuer_not_verified'],
  examples: {
    body: { requestIds: [exampleIds.claimRequest] },
    reply: { issued: 1, skipped: 0 },
  },
});

const declineClaims = defineOperation({
  id: 'declineClaims',
  noun: 'claims.decline',
  audit: 'badge',
  since: '1.0',
  method: 'POST',
  path: '/claims/:claimId/decline',
  access: accountEditAccess,
  tag,
  summary: 'Decline requests',
  description:
    'Deletes the requests with their names and addresses. No email is sent. The same people can ask again while the claim code is open.',
  params: byClaim,
  ids: claimIds,
  body: z.object({ requestIds }),
  reply: z.object({
    declined: z.int().meta({ description: 'Requests declined' }),
    skipped,
  }),
  examples: {
    body: { requestIds: [exampleIds.claimRequest] },
    reply: { declined: 1, skipped: 0 },
  },
});

const byCode = z.object({
  claimCode: z.string().meta({ description: 'The code, in any case, with or without hyphens' }),
});

export const claimPage = defineOperation({
  id: 'claimPage',
  since: '1.0',
  path: '/claim/:claimCode',
  access: 'public',
  tag,
  params: byCode,
  serves: ['text/html'],
  noun: { none: 'a page for people' },
  method: 'GET',
  summary: 'Open the page of a claim code',
  description: 'Asks for name and email address. With `?qr=1`, shows a QR code to print.',
  query: z.object({
    qr: line({ max: 10 }).optional().meta({ description: 'With any value: the page to print' }),
    request: line({ max: 100 }).optional().meta({ description: 'A request made on this page' }),
  }),
  errors: ['claim_not_found'],
  others: [
    redirectToOwnHost,
    { status: 303, when: 'The request has its credential: redirect to its page.' },
    createErrorPage(409, 'All places are taken.'),
    createErrorPage(410, 'The claim code has ended or was stopped.'),
  ],
});

/** The first step. `name` has the minimum length of `POST /awards`. */
export const claimStart = ({ recipientNameMin: min }: SchemaSettings) =>
  z.object({
    name: line({ min, max: 200 }).meta({ description: 'Name on the credential' }),
    email: email.meta({ description: 'Address that gets the code' }),
    attributes: attributeValues
      .optional()
      .meta({ description: 'Values of the custom fields that the page asks for' }),
  });

export const claimConfirmation = z.object({
  requestId: idOrUrl.meta({ description: 'From the first step' }),
  code: line({ max: 40 }).meta({ description: 'From the email' }),
});

const claimCredential = defineOperation({
  id: 'claimCredential',
  since: '1.0',
  path: '/claim/:claimCode',
  access: 'public',
  tag,
  params: byCode,
  serves: ['text/html'],
  noun: { none: 'sent by the forms of that page' },
  audit: null,
  method: 'POST',
  summary: 'Claim a credential',
  description:
    'The first step, with name and address, emails a code. The second one, with `requestId` and `code`, issues the credential or makes the request wait for approval. A code works for 15 minutes and allows 5 tries. Only the right code reveals whether the address already has the credential. Browsers get pages.',
  bare: true,
  body: (settings: SchemaSettings) => z.union([claimStart(settings), claimConfirmation]),
  accepts: ['application/json', 'application/x-www-form-urlencoded'],
  answers: z.object({
    status: z.enum(['code_sent', 'waiting', 'issued']).meta({ description: 'Result' }),
    requestId: z.string().optional().meta({ description: 'Send it with the code' }),
    awardId: z.string().optional().meta({ description: 'URL of the credential, once issued' }),
  }),
  errors: [
    ...(['claim_not_found', 'claim_closed', 'claim_exhausted', 'invalid_claim_code'] as const),
    ...(['issuer_not_verified', 'quota_reached', 'busy'] as const),
  ],
  others: [
    { status: 303, when: 'In browsers: redirect to the next step or the credential.' },
    ...[400, 402, 409, 410, 429, 503, 507].map((status) =>
      createErrorPage(status, 'In browsers: the page, with the reason.'),
    ),
  ],
  examples: {
    body: { ...exampleRecipient },
    reply: { status: 'code_sent', requestId: exampleIds.claimRequest },
  },
});

export const claimPageOperations = { claimPage, claimCredential } as const;

export const claimOperations = {
  createClaim,
  listClaims,
  updateClaim,
  deleteClaim,
  listClaimRequests,
  approveClaims,
  declineClaims,
} as const;

const dayMs = 86_400_000;

/** Epoch milliseconds of the last moment of `expires`. A date includes its day. */
export function readClaimEnd(text: string): number | undefined {
  const read = readDate(text);
  return read && (read.isBareDate ? read.at + dayMs - 1 : read.at);
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 12;

/** Encodes random bytes as a claim code: 12 characters of Crockford's base32, 60 bits. */
export function createClaimCode(random: Uint8Array): string {
  return [...random.subarray(0, CODE_LENGTH)].map((byte) => alphabet[byte & 31]).join('');
}

/** Reads a code that people may have typed: any case, with hyphens, O for 0, I or L for 1. */
export function readClaimCode(text: string): string | undefined {
  const plain = text
    .replaceAll('-', '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return plain.length === CODE_LENGTH && [...plain].every((letter) => alphabet.includes(letter))
    ? plain
    : undefined;
}
