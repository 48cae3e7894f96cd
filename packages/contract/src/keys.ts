import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { accountReadAccess, defineOperation, keyAccess } from './operation.ts';
import { scopes } from './roles.ts';
import { idOrUrl, line } from './text.ts';

/** Prefix of every key (interface specification §2.8). */
export const keyPrefix = 'insignia';

const name = z.string().meta({ description: 'What it is for' });
const scope = z
  .enum(scopes)
  .meta({ description: '`read`, or `write` for what its maker’s role allows' });

const apiKey = z
  .object({
    keyId: z.string().meta({ description: 'Bare id' }),
    name,
    scope,
    prefix: z.string().meta({ description: 'The first 8 of the 32 hexadecimal digits' }),
    createdAt: z.int().meta({ description: 'Epoch milliseconds' }),
    maker: z
      .object({
        personId: z.string().meta({ description: 'Bare id' }),
        name: z.string().meta({ description: 'What they are called' }),
        email: z.string().meta({ description: 'E-mail address that they sign in with' }),
      })
      .meta({ description: 'Whose role it may not exceed, and with whom it goes' }),
    lastUsedAt: z.int().nullable().meta({ description: 'Epoch milliseconds, to the minute' }),
  })
  .meta({ id: 'ApiKey' });

const example = {
  keyId: exampleIds.key,
  name: 'Course platform',
  scope: 'write',
} as const;

export const createKey = defineOperation({
  id: 'createKey',
  since: '1.0',
  method: 'POST',
  path: '/api-keys',
  access: keyAccess,
  tag: 'API keys',
  summary: 'Create a key; it is shown once',
  description:
    'It belongs to this account and may what both its scope and the role of its maker allow; send it as `X-Api-Key`. Only its hash is kept. It ends when it is revoked or its maker leaves the account.',
  body: z.object({
    name: line({ max: 200 }).meta({ description: 'What it is for' }),
    scope,
  }),
  reply: apiKey.pick({ keyId: true, name: true, scope: true }).extend({
    key: z.string().meta({ description: 'insignia_ and 32 hexadecimal digits; shown once' }),
  }),
  examples: {
    body: { name: example.name, scope: example.scope },
    reply: { ...example, key: `${keyPrefix}_0123456789abcdef0123456789abcdef` },
  },
});

export const listKeys = defineOperation({
  id: 'listKeys',
  since: '1.0',
  method: 'GET',
  path: '/api-keys',
  access: { ...accountReadAccess, personOnly: true },
  tag: 'API keys',
  summary: 'List keys: your own, or all for admins',
  description: 'The keys themselves are not among it: they are shown once, when they are made.',
  reply: z.object({ items: z.array(apiKey).meta({ description: 'Keys that are not revoked' }) }),
  examples: {
    reply: {
      items: [
        {
          ...example,
          prefix: '01234567',
          createdAt: 1_772_357_400_000,
          maker: { personId: exampleIds.person, name: 'Ada Example', email: 'ada@example.org' },
          lastUsedAt: null,
        },
      ],
    },
  },
});

export const revokeKey = defineOperation({
  id: 'revokeKey',
  since: '1.0',
  method: 'DELETE',
  path: '/api-keys/:keyId',
  access: keyAccess,
  tag: 'API keys',
  summary: 'Revoke a key',
  description:
    'It is refused from then on. Admins may revoke every key of the account, others their own.',
  params: z.object({ keyId: idOrUrl }),
  ids: { keyId: 'key_not_found' },
  reply: z.string(),
  examples: { reply: 'API key revoked' },
});
