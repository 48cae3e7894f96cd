import { z } from 'zod';
import { exampleIds, examplePicture } from './examples.ts';
import { accountEditAccess, accountReadAccess, bodyLimits, defineOperation } from './operation.ts';
import { email, idOrUrl, line, nextPage, paged, prose, webUrl } from './text.ts';

const id = z.string().meta({ description: 'URL of the issuer' });
const byId = z.object({ issuerId: idOrUrl });
const ids = { issuerId: 'issuer_not_found' } as const;

const fields = z.object({
  name: line({ min: 3, max: 200 }).meta({ description: 'Name of the issuer' }),
  url: webUrl.meta({ description: 'Website, http or https' }),
  email: email.meta({ description: 'Published. The verification code is sent here' }),
  logo: z
    .string()
    .meta({ description: 'PNG or JPG, base64 or data URI, at most 5 MiB and 25 megapixels' }),
  linkedinOrganizationId: line({ min: 0, max: 20 })
    .regex(/^\d*$/, 'must be the numeric ID of the company page')
    .meta({ description: "Numeric ID of the issuer's LinkedIn page" }),
});

const issuer = z
  .object({
    id,
    name: z.string().meta({ description: 'Name of the issuer' }),
    url: z.string().meta({ description: 'Website' }),
    email: z.string().meta({ description: 'Published' }),
    verified: z.boolean().meta({ description: 'Whether you can create badges' }),
    timestamp: z.int().meta({ description: 'Created at, in epoch milliseconds' }),
    logo: z.string().optional().meta({ description: 'URL' }),
    linkedinOrganizationId: z
      .string()
      .optional()
      .meta({ description: "Numeric ID of the issuer's LinkedIn page" }),
  })
  .meta({ id: 'IssuerItem' });

const example = {
  name: 'Example Academy',
  url: 'https://academy.example.org',
  email: 'badges@academy.example.org',
} as const;

export const createIssuer = defineOperation({
  id: 'createIssuer',
  noun: 'issuers.create',
  audit: 'issuer',
  since: '1.0',
  method: 'POST',
  path: '/issuers',
  access: accountEditAccess,
  tag: 'Issuers',
  summary: 'Create an issuer',
  description:
    'The issuer is verified immediately if `email` is the address that the account signed up with. In a session of the owner, any confirmed address of theirs counts. Otherwise a code is sent there. You can create badges after you send the code to `POST /issuers/{issuerId}/verify`. The logo is converted and served at a URL that depends on its content.',
  body: fields.partial({ logo: true, linkedinOrganizationId: true }),
  reply: z.object({ issuerId: id }),
  errors: ['issuer_limit_reached', 'busy', 'image_unavailable'],
  idempotent: true,
  bodyLimit: bodyLimits.picture,
  examples: {
    body: { ...example, logo: examplePicture },
    reply: { issuerId: exampleIds.issuer },
  },
});

const listIssuers = defineOperation({
  id: 'listIssuers',
  noun: 'issuers.list',
  iterator: 'all',
  since: '1.0',
  method: 'GET',
  path: '/issuers',
  access: accountReadAccess,
  tag: 'Issuers',
  summary: 'List issuers',
  description: 'Newest first, 50 per page.',
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
  noun: 'issuers.get',
  since: '1.0',
  method: 'GET',
  path: '/issuers/:issuerId',
  access: accountReadAccess,
  tag: 'Issuers',
  summary: 'Get an issuer',
  description: 'The same fields as in the list.',
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
  noun: 'issuers.verify',
  audit: 'issuer',
  since: '1.0',
  method: 'POST',
  path: '/issuers/:issuerId/verify',
  access: accountEditAccess,
  tag: 'Issuers',
  summary: 'Verify an issuer',
  description:
    "Takes the code from the email. After that, website and email address can't change. The name can, until the first credential. The correct code of a verified issuer is accepted again.",
  params: byId,
  ids,
  body: z.object({
    code: prose({ max: 2_048 }).meta({
      description: 'Code from the email. The whole link works too',
    }),
    issuerId: idOrUrl.optional().meta({ description: 'If sent, must match the path' }),
  }),
  reply: z.string(),
  errors: ['invalid_verification_code'],
  examples: {
    body: { code: '0123456789abcdef0123456789abcdef' },
    reply: 'issuer verified',
  },
});

const rotateIssuerCode = defineOperation({
  id: 'rotateIssuerCode',
  noun: 'issuers.rotateCode',
  audit: 'issuer',
  since: '1.0',
  method: 'POST',
  path: '/issuers/:issuerId/rotate-code',
  access: accountEditAccess,
  tag: 'Issuers',
  summary: 'Rotate the verification code of an issuer',
  description:
    "Emails a new code to the issuer's address and invalidates the old one. The issuer must not be verified yet.",
  params: byId,
  ids,
  reply: z.object({ sent: z.literal(true).meta({ description: 'The email is queued' }) }),
  envelope: true,
  errors: ['issuer_already_verified'],
  examples: { reply: { sent: true } },
});

const updated = z.object({
  issuerId: id,
  updated: z.literal(true).meta({ description: 'Always true' }),
});

export const updateIssuer = defineOperation({
  id: 'updateIssuer',
  noun: 'issuers.update',
  audit: 'issuer',
  since: '1.0',
  method: 'PUT',
  path: '/issuers/:issuerId',
  access: accountEditAccess,
  tag: 'Issuers',
  summary: 'Update an issuer',
  description:
    "Fields you omit stay unchanged. For a verified issuer, only `logo` and `linkedinOrganizationId` can change; `PUT /issuers/{issuerId}/name` corrects its name until its first credential. For an unverified issuer, any change invalidates the code. A new one is sent, unless `email` needs none, as on create. Send `If-Match` to avoid overwriting someone else's changes.",
  params: byId,
  ids,
  tagged: true,
  body: fields
    .extend({
      logo: fields.shape.logo.meta({ description: 'As on create. An empty string removes it' }),
      linkedinOrganizationId: fields.shape.linkedinOrganizationId.meta({
        description: 'As on create. An empty string removes it',
      }),
    })
    .partial(),
  reply: updated,
  errors: ['not_authorized', 'verified_issuer_not_editable', 'busy', 'image_unavailable'],
  bodyLimit: bodyLimits.picture,
  examples: {
    body: { linkedinOrganizationId: '1234567' },
    reply: { issuerId: exampleIds.issuer, updated: true },
  },
});

export const correctIssuerName = defineOperation({
  id: 'correctIssuerName',
  noun: 'issuers.correctName',
  audit: 'issuer',
  since: '1.0',
  method: 'PUT',
  path: '/issuers/:issuerId/name',
  access: accountEditAccess,
  tag: 'Issuers',
  summary: "Correct an issuer's name",
  description:
    "You can correct the name until the issuer's first credential, even if the issuer is verified. It stays verified. Send `If-Match` to avoid overwriting someone else's changes.",
  params: byId,
  ids,
  tagged: true,
  body: fields.pick({ name: true }),
  reply: updated,
  errors: ['issuer_has_credentials'],
  examples: {
    body: { name: 'Example Academy of Arts' },
    reply: { issuerId: exampleIds.issuer, updated: true },
  },
});

const deleteIssuer = defineOperation({
  id: 'deleteIssuer',
  noun: 'issuers.delete',
  audit: 'issuer',
  since: '1.0',
  method: 'DELETE',
  path: '/issuers/:issuerId',
  access: accountEditAccess,
  tag: 'Issuers',
  summary: 'Delete an issuer',
  description:
    'Fails while the issuer has badges: delete them first. The public profile stays while a revoked credential refers to it.',
  params: byId,
  ids,
  reply: z.string(),
  errors: ['issuer_has_badges'],
  examples: { reply: 'issuer deleted' },
});

export const issuerOperations = {
  createIssuer,
  listIssuers,
  getIssuer,
  verifyIssuer,
  rotateIssuerCode,
  updateIssuer,
  correctIssuerName,
  deleteIssuer,
} as const;
