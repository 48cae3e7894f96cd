import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { accountAdminAccess, accountReadAccess, defineOperation } from './operation.ts';
import { idOrUrl, prose } from './text.ts';

const byId = z.object({ issuerId: idOrUrl });
const ids = { issuerId: 'issuer_not_found' } as const;
const keyId = z.string().meta({ description: 'ID' });
const usedFrom = z.iso.datetime().meta({
  description:
    "When the key starts signing: 5 minutes after it's published, so that verifiers know the key before they see its signatures. At once if there is no other key",
});

const key = z
  .object({
    keyId,
    verificationMethods: z
      .array(z.string())
      .meta({ description: 'URLs of the key in the DID document, for Ed25519 and P-256' }),
    createdAt: z.iso.datetime().meta({ description: 'Created and published at' }),
    usedFrom,
    signs: z.boolean().meta({ description: 'Whether this key makes new signatures' }),
    revokedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Signatures of this key are invalid since this time' }),
  })
  .meta({ id: 'IssuerKey' });

const revocation = {
  keyId: idOrUrl
    .optional()
    .meta({ description: 'One key. Without it, all keys the issuer has had' }),
  since: z.iso
    .datetime({ offset: true, error: 'must be a date-time with a time zone' })
    .optional()
    .meta({
      description: "Revokes credentials issued at or after this time. Can't be in the future",
    }),
};

/** docs/use/open-badges-3.md, "Keys". */
const listIssuerKeys = defineOperation({
  id: 'listIssuerKeys',
  noun: 'issuers.keys',
  since: '1.0',
  method: 'GET',
  path: '/issuers/:issuerId/keys',
  access: accountReadAccess,
  tag: 'Issuers',
  summary: 'List the keys of an issuer',
  description: 'Newest first. Empty until a credential is first requested as Open Badges 3.0.',
  params: byId,
  ids,
  reply: z.object({ items: z.array(key).meta({ description: 'Public keys only' }) }),
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

const rotateIssuerKey = defineOperation({
  id: 'rotateIssuerKey',
  noun: 'issuers.rotateKey',
  audit: 'issuer',
  since: '1.0',
  method: 'POST',
  path: '/issuers/:issuerId/keys/rotate',
  access: accountAdminAccess,
  tag: 'Issuers',
  summary: 'Rotate the key of an issuer',
  description:
    "Publishes a new key immediately, which signs from `usedFrom` on. The old key stays published, so its signatures stay valid. While the newest key isn't signing yet, no other key is created.",
  params: byId,
  ids,
  reply: z.object({ keyId, usedFrom }),
  examples: {
    reply: { keyId: exampleIds.issuerKey, usedFrom: '2026-03-01T09:35:00.000Z' },
  },
});

export const previewKeyRevocation = defineOperation({
  id: 'previewKeyRevocation',
  noun: 'issuers.previewKeyRevocation',
  since: '1.0',
  method: 'GET',
  path: '/issuers/:issuerId/keys/revocation',
  access: accountReadAccess,
  tag: 'Issuers',
  summary: 'Preview revoking keys',
  description:
    'Takes the same `keyId` and `since` as `POST /issuers/{issuerId}/keys/revoke`. Changes nothing.',
  params: byId,
  ids,
  query: z.object({ keyId: revocation.keyId, since: revocation.since }),
  reply: z.object({
    keys: z.int().meta({ description: 'Keys that would be revoked' }),
    signed: z.int().meta({
      description:
        'Credentials whose signed copies would stop verifying. Recipients can download new copies',
    }),
    revoked: z.int().meta({
      description:
        'Credentials that would be revoked, because they were issued at or after `since`',
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
  noun: 'issuers.revokeKeys',
  audit: 'issuer',
  since: '1.0',
  method: 'POST',
  path: '/issuers/:issuerId/keys/revoke',
  access: accountAdminAccess,
  tag: 'Issuers',
  summary: 'Revoke stolen keys of an issuer',
  description:
    'Signatures of these keys become invalid, and a new key signs immediately. Credentials issued before `since` are signed again when next requested, so recipients need to download them again. With `since`, credentials issued at or after it and signed with these keys are revoked in the background.',
  params: byId,
  ids,
  body: z.object({
    ...revocation,
    reason: prose({ min: 0, max: 500 })
      .optional()
      .meta({ description: 'Published with each revoked credential' }),
  }),
  mayBeEmpty: true,
  reply: z.object({
    keyId: keyId.meta({ description: 'The key that signs from now on' }),
    revoked: z.int().meta({ description: 'Number of keys revoked by this call' }),
  }),
  errors: ['issuer_key_not_found'],
  examples: {
    body: { since: '2026-03-01T00:00:00Z', reason: 'The key was stolen.' },
    reply: { keyId: exampleIds.issuerKey, revoked: 1 },
  },
});

export const issuerKeyOperations = {
  listIssuerKeys,
  rotateIssuerKey,
  previewKeyRevocation,
  revokeIssuerKeys,
} as const;
