import { z } from 'zod';
import { exampleIds, examplePicture } from './examples.ts';
import { accountEditAccess, accountReadAccess, bodyLimits, defineOperation } from './operation.ts';
import { email, idOrUrl, line, nextPage, paged, prose, webUrl } from './text.ts';

const id = z.string().meta({ description: 'URL of the issuer' });
const byId = z.object({ issuerId: idOrUrl });
const ids = { issuerId: 'issuer_not_found' } as const;

const fields = z.object({
  name: line({ min: 3, max: 200 }).meta({ description: 'In whose name badges are issued' }),
  url: webUrl.meta({ description: 'Its website, http or https' }),
  email: email.meta({ description: 'Published; the verification code goes here' }),
  logo: z
    .string()
    .meta({ description: 'PNG or JPG, base64 or data URI, at most 5 MiB and 25 megapixels' }),
  linkedinOrganizationId: line({ min: 0, max: 20 })
    .regex(/^\d*$/, 'must be the numeric id of the company page')
    .meta({ description: 'Numeric id of its page at LinkedIn' }),
});

const issuer = z
  .object({
    id,
    name: z.string().meta({ description: 'In whose name badges are issued' }),
    url: z.string().meta({ description: 'Its website' }),
    email: z.string().meta({ description: 'Published' }),
    verified: z.boolean().meta({ description: 'Whether badges can be created under it' }),
    timestamp: z.int().meta({ description: 'Creation, epoch milliseconds' }),
    logo: z.string().optional().meta({ description: 'URL' }),
    linkedinOrganizationId: z
      .string()
      .optional()
      .meta({ description: 'Numeric id of its page at LinkedIn' }),
  })
  .meta({ id: 'IssuerItem' });

const example = {
  name: 'Example Academy',
  url: 'https://academy.example.org',
  email: 'badges@academy.example.org',
} as const;

export const createIssuer = defineOperation({
  id: 'createIssuer',
  since: '1.0',
  method: 'POST',
  path: '/issuers',
  access: accountEditAccess,
  tag: 'Issuers',
  summary: 'Register an issuer',
  description:
    'It is verified at once when `email` is the proven address of the account’s owner. Otherwise a code is mailed there, and badges can be created once it has come back (`POST /issuers/{issuerId}/verify`). The logo is decoded and written anew, and served under its content address.',
  body: fields.partial({ logo: true, linkedinOrganizationId: true }),
  reply: z.object({ issuerId: id }),
  errors: ['issuer_limit_reached', 'busy', 'image_unavailable'],
  bodyLimit: bodyLimits.picture,
  examples: {
    body: { ...example, logo: examplePicture },
    reply: { issuerId: exampleIds.issuer },
  },
});

export const listIssuers = defineOperation({
  id: 'listIssuers',
  since: '1.0',
  method: 'GET',
  path: '/issuers',
  access: accountReadAccess,
  tag: 'Issuers',
  summary: 'List issuers',
  description: '50 a page, newest first.',
  query: paged,
  reply: z.object({
    items: z.array(issuer).meta({ description: 'Issuers of the account' }),
    ...nextPage,
  }),
  errors: ['invalid_page_token'],
  examples: {
    reply: {
      items: [{ id: exampleIds.issuer, ...example, verified: true, timestamp: 1_772_357_400_000 }],
    },
  },
});

export const getIssuer = defineOperation({
  id: 'getIssuer',
  since: '1.0',
  method: 'GET',
  path: '/issuers/:issuerId',
  access: accountReadAccess,
  tag: 'Issuers',
  summary: 'Read one issuer',
  description: 'As the list has it.',
  params: byId,
  ids,
  tagged: true,
  reply: issuer,
  examples: {
    reply: { id: exampleIds.issuer, ...example, verified: true, timestamp: 1_772_357_400_000 },
  },
});

export const verifyIssuer = defineOperation({
  id: 'verifyIssuer',
  since: '1.0',
  method: 'POST',
  path: '/issuers/:issuerId/verify',
  access: accountEditAccess,
  tag: 'Issuers',
  summary: 'Verify with the code from the mail',
  description:
    'Name, website and address are fixed from then on. The right code of an issuer that is verified already is right again.',
  params: byId,
  ids,
  body: z.object({
    code: prose({ max: 2_048 }).meta({ description: 'From the mail; the whole link does too' }),
    issuerId: idOrUrl.optional().meta({ description: 'May repeat the path' }),
  }),
  reply: z.string(),
  errors: ['invalid_verification_code'],
  examples: {
    body: { code: '0123456789abcdef0123456789abcdef' },
    reply: 'issuer verified',
  },
});

export const rotateIssuerCode = defineOperation({
  id: 'rotateIssuerCode',
  since: '1.0',
  method: 'POST',
  path: '/issuers/:issuerId/rotate-code',
  access: accountEditAccess,
  tag: 'Issuers',
  summary: 'Send a new code and void the old one',
  description: 'Goes to the address of the issuer, which must not be verified yet.',
  params: byId,
  ids,
  reply: z.object({ sent: z.literal(true).meta({ description: 'The mail is on its way' }) }),
  envelope: true,
  errors: ['issuer_already_verified'],
  examples: { reply: { sent: true } },
});

export const updateIssuer = defineOperation({
  id: 'updateIssuer',
  since: '1.0',
  method: 'PUT',
  path: '/issuers/:issuerId',
  access: accountEditAccess,
  tag: 'Issuers',
  summary: 'Update an issuer',
  description:
    'What is not sent stays. Of a verified issuer only `logo` and `linkedinOrganizationId` can change. Of one that is not, every change voids the code, and a new one is mailed unless the address needs none. With `If-Match` nothing is overwritten that somebody else has written since it was read.',
  params: byId,
  ids,
  tagged: true,
  body: fields
    .extend({
      logo: fields.shape.logo.meta({ description: 'As on create; an empty string removes it' }),
      linkedinOrganizationId: fields.shape.linkedinOrganizationId.meta({
        description: 'As on create; an empty string clears it',
      }),
    })
    .partial(),
  reply: z.object({
    issuerId: id,
    updated: z.literal(true).meta({ description: 'Always true' }),
  }),
  errors: ['not_authorized', 'verified_issuer_not_editable', 'busy', 'image_unavailable'],
  bodyLimit: bodyLimits.picture,
  examples: {
    body: { linkedinOrganizationId: '1234567' },
    reply: { issuerId: exampleIds.issuer, updated: true },
  },
});

export const deleteIssuer = defineOperation({
  id: 'deleteIssuer',
  since: '1.0',
  method: 'DELETE',
  path: '/issuers/:issuerId',
  access: accountEditAccess,
  tag: 'Issuers',
  summary: 'Delete an issuer without badges',
  description:
    'Its badges block it: delete them first. Its public profile stays while a revoked credential refers to it.',
  params: byId,
  ids,
  reply: z.string(),
  errors: ['issuer_has_badges'],
  examples: { reply: 'issuer deleted' },
});
