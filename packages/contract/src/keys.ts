import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { accountReadAccess, defineOperation, keyAccess } from './operation.ts';
import { idOrUrl, line } from './text.ts';
import { scopes } from './vocabulary.ts';

/** Prefix of every key (interface specification §2.8). */
export const keyPrefix = 'insignia';

/** Unrevoked keys of an account. */
export const MAX_API_KEYS = 1_000;

const name = z.string().meta({ description: 'Purpose of the key' });
const scope = z
  .enum(scopes)
  .meta({ description: "`read`, or `write` for everything its creator's role allows" });

const apiKey = z
  .object({
    keyId: z.string().meta({ description: 'ID' }),
    name,
    scope,
    prefix: z.string().meta({ description: 'The first 8 of the 32 hexadecimal digits' }),
    createdAt: z.iso.datetime().meta({ description: 'Created at, in UTC' }),
    maker: z
      .object({
        personId: z.string().meta({ description: 'ID' }),
        name: z.string().meta({ description: 'Name' }),
        email: z.string().meta({ description: 'Email address as a member of the account' }),
      })
      .meta({
        description:
          "Creator. The key can't do more than the creator's role allows, and stops working when the creator leaves the account",
      }),
    lastUsedAt: z.iso.datetime().nullable().meta({ description: 'In UTC, rounded to the minute' }),
  })
  .meta({ id: 'ApiKey' });

const example = {
  keyId: exampleIds.key,
  name: 'Course platform',
  scope: 'write',
} as const;

export const createKey = defineOperation({
  id: 'createKey',
  noun: 'keys.create',
  audit: 'key',
  since: '1.0',
  method: 'POST',
  path: '/api-keys',
  access: keyAccess,
  tag: 'API keys',
  summary: 'Create an API key',
  description:
    "The key belongs to this account. It can do what both its scope and its creator's role allow. Send it as `X-Api-Key`. It's shown once, because only its hash is stored. It works until it's revoked or its creator leaves the account. An account has at most 1,000.",
  body: z.object({
    name: line({ max: 200 }).meta({ description: 'Purpose of the key' }),
    scope,
  }),
  reply: apiKey.pick({ keyId: true, name: true, scope: true }).extend({
    key: z.string().meta({ description: 'insignia_ and 32 hexadecimal digits. Shown once' }),
  }),
  errors: ['key_limit_reached'],
  examples: {
    body: { name: example.name, scope: example.scope },
    reply: { ...example, key: `${keyPrefix}_0123456789abcdef0123456789abcdef` },
  },
});

const listKeys = defineOperation({
  id: 'listKeys',
  noun: 'keys.list',
  since: '1.0',
  method: 'GET',
  path: '/api-keys',
  access: { ...accountReadAccess, personOnly: true },
  tag: 'API keys',
  summary: 'List API keys',
  description:
    "Your own keys, or all keys for admins. The keys themselves aren't included: they are shown once, on creation.",
  reply: z.object({ items: z.array(apiKey).meta({ description: "Keys that aren't revoked" }) }),
  examples: {
    reply: {
      items: [
        {
          ...example,
          prefix: '01234567',
          createdAt: '2026-03-01T09:30:00.000Z',
          maker: { personId: exampleIds.person, name: 'Ada Example', email: 'ada@example.org' },
          lastUsedAt: null,
        },
      ],
    },
  },
});

const revokeKey = defineOperation({
  id: 'revokeKey',
  noun: 'keys.revoke',
  audit: 'key',
  since: '1.0',
  method: 'DELETE',
  path: '/api-keys/:keyId',
  access: keyAccess,
  tag: 'API keys',
  summary: 'Revoke an API key',
  description:
    'The key stops working immediately. Admins can revoke every key of the account, others only their own.',
  params: z.object({ keyId: idOrUrl }),
  ids: { keyId: 'key_not_found' },
  reply: z.object({ deleted: z.literal(true).meta({ description: 'The key is revoked' }) }),
  examples: { reply: { deleted: true } },
});

export const keyOperations = { createKey, listKeys, revokeKey } as const;
