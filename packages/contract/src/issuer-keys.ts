import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { accountAdminAccess, accountReadAccess, defineOperation } from './operation.ts';
import { idOrUrl, prose } from './text.ts';

const byId = z.object({ issuerId: idOrUrl });
const ids = { issuerId: 'issuer_not_found' } as const;
const keyId = z.string().meta({ description: 'Bare id' });
const usedFrom = z.iso.datetime().meta({
  description:
    'From when on it signs: 5 minutes after it was published, so that nobody meets a signature of a key that they have not read of; at once where there is no other',
});

const key = z
  .object({
    keyId,
    verificationMethods: z
      .array(z.string())
      .meta({ description: 'Its addresses in the DID document: of Ed25519 and of P-256' }),
    createdAt: z.iso.datetime().meta({ description: 'When it was made and published' }),
    usedFrom,
    signs: z.boolean().meta({ description: 'Whether new signatures are made with it' }),
    revokedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Since when nothing that it has signed counts' }),
  })
  .meta({ id: 'IssuerKey' });

const revocation = {
  keyId: idOrUrl
    .optional()
    .meta({ description: 'One key; all that the issuer has had when left out' }),
  since: z.iso
    .datetime({ offset: true, error: 'must be a date-time with a zone' })
    .optional()
    .meta({ description: 'Credentials issued from then on are revoked; not in the future' }),
};

/** docs/use/open-badges-3.md, "Keys". */
export const listIssuerKeys = defineOperation({
  id: 'listIssuerKeys',
  since: '1.0',
  method: 'GET',
  path: '/issuers/:issuerId/keys',
  access: accountReadAccess,
  tag: 'Issuers',
  summary: 'Keys that the issuer signs with, newest first',
  description: 'None before the first credential is asked for as Open Badges 3.0.',
  params: byId,
  ids,
  reply: z.object({ items: z.array(key).meta({ description: 'Public halves only' }) }),
  examples: {
    reply: {
      items: [
        {
          keyId: exampleIds.issuerKey,
          verificationMethods: [`${exampleIds.did}#z6Mk…`, `${exampleIds.did}#zDna…`],
          createdAt: '2026-03-01T09:30:00.000Z',
          usedFrom: '2026-03-01T09:30:00.000Z',
          signs: true,
          revokedAt: null,
        },
      ],
    },
  },
});

export const rotateIssuerKey = defineOperation({
  id: 'rotateIssuerKey',
  since: '1.0',
  method: 'POST',
  path: '/issuers/:issuerId/keys/rotate',
  access: accountAdminAccess,
  tag: 'Issuers',
  summary: 'Make a new key to sign with',
  description:
    'It is published at once and signs from `usedFrom` on. What the old one has signed stays valid: it stays published. While the newest key does not sign yet, no other is made.',
  params: byId,
  ids,
  reply: z.object({ keyId, usedFrom }),
  examples: {
    reply: { keyId: exampleIds.issuerKey, usedFrom: '2026-03-01T09:35:00.000Z' },
  },
});

export const previewKeyRevocation = defineOperation({
  id: 'previewKeyRevocation',
  since: '1.0',
  method: 'GET',
  path: '/issuers/:issuerId/keys/revocation',
  access: accountReadAccess,
  tag: 'Issuers',
  summary: 'Count what revoking keys would affect',
  description:
    'Takes the same `keyId` and `since` as `POST /issuers/{issuerId}/keys/revoke`. Changes nothing.',
  params: byId,
  ids,
  query: z.object({ keyId: revocation.keyId, since: revocation.since }),
  reply: z.object({
    keys: z.int().meta({ description: 'Keys that would be revoked' }),
    signed: z.int().meta({
      description:
        'Credentials whose signed copies would stop verifying; recipients can download new copies',
    }),
    revoked: z.int().meta({
      description:
        'Credentials among them that would be revoked, because they were issued from `since` on',
    }),
  }),
  errors: ['issuer_key_not_found'],
  examples: {
    query: { since: '2026-03-01T00:00:00Z' },
    reply: { keys: 1, signed: 412, revoked: 3 },
  },
});

export const revokeIssuerKeys = defineOperation({
  id: 'revokeIssuerKeys',
  since: '1.0',
  method: 'POST',
  path: '/issuers/:issuerId/keys/revoke',
  access: accountAdminAccess,
  tag: 'Issuers',
  summary: 'Revoke stolen keys, and what was signed with them since',
  description:
    'Nothing that these keys have signed counts any more; a new key signs at once. Credentials that were issued before `since` are signed anew when they are next asked for: their holders download them again. With `since`, those issued from then on and signed with these keys are revoked, in the background.',
  params: byId,
  ids,
  body: z.object({
    ...revocation,
    reason: prose({ min: 0, max: 500 })
      .optional()
      .meta({ description: 'Published with each credential that is revoked' }),
  }),
  mayBeEmpty: true,
  reply: z.object({
    keyId: keyId.meta({ description: 'The key that signs from now on' }),
    revoked: z.int().meta({ description: 'How many keys were revoked by this call' }),
  }),
  errors: ['issuer_key_not_found'],
  examples: {
    body: { since: '2026-03-01T00:00:00Z', reason: 'The key was stolen.' },
    reply: { keyId: exampleIds.issuerKey, revoked: 1 },
  },
});
