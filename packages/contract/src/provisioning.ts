import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { defineOperation } from './operation.ts';
import { idOrUrl, line } from './text.ts';

/** Every URL of SCIM 2.0 is below it (RFC 7644 §3.2). */
export const scimPath = '/scim/v2';

/** Prefix of every provisioning token. 32 hexadecimal digits follow. */
export const provisioningTokenPrefix = 'insignia_scim_';

/** Unrevoked tokens of an account. */
export const MAX_PROVISIONING_TOKENS = 50;

const MAX_GROUPS = 100;
export const provisionedRoles = ['viewer', 'editor', 'admin'] as const;
export type ProvisionedRole = (typeof provisionedRoles)[number];

const tokenRole = z
  .enum(provisionedRoles)
  .meta({ description: 'The highest role that the directory can give with this token' });
const defaultRole = z
  .enum(['viewer', 'editor'])
  .meta({ description: 'Role of members whose groups give none' });
const group = z.object({
  group: line({ max: 200 }).meta({ description: 'Name of the group in the directory' }),
  role: z.enum(provisionedRoles).meta({ description: 'Role of its members' }),
});

const settings = z.object({
  defaultRole,
  groups: z
    .array(group)
    .max(MAX_GROUPS, `must have at most ${MAX_GROUPS} groups`)
    .refine(
      (groups) => new Set(groups.map((one) => one.group.toLowerCase())).size === groups.length,
      'has a group that is given twice',
    )
    .meta({ description: 'Of several groups, the highest role applies' }),
});

const provisioning = settings
  .extend({
    enabled: z.boolean().meta({ description: 'Whether the service accepts SCIM requests' }),
    url: z.string().meta({ description: 'SCIM URL to paste into the directory' }),
    directoryGroups: z
      .array(
        z.object({
          groupId: z.string().meta({ description: 'ID' }),
          name: z.string().meta({ description: 'Name in the directory' }),
          members: z.int().meta({ description: 'Number of members' }),
        }),
      )
      .meta({ description: 'Groups that the directory sent, by name, at most 200' }),
    requests: z
      .array(
        z.object({
          at: z.iso.datetime().meta({ description: 'In UTC' }),
          tokenId: z.string().meta({ description: 'ID of the token' }),
          method: z.string().meta({ description: 'HTTP method' }),
          resource: z.string().meta({ description: 'Path without ids' }),
          status: z.int().meta({ description: 'HTTP status of the response' }),
          error: z
            .string()
            .nullable()
            .meta({ description: 'The error that the directory got, or a remark on its request' }),
        }),
      )
      .meta({ description: 'The last requests of the directory, newest first, at most 20' }),
  })
  .meta({ id: 'Provisioning' });

const token = z
  .object({
    tokenId: z.string().meta({ description: 'ID' }),
    role: tokenRole,
    prefix: z.string().meta({ description: 'The first 8 of the 32 hexadecimal digits' }),
    createdAt: z.iso.datetime().meta({ description: 'Created at, in UTC' }),
    createdBy: z.string().nullable().meta({ description: 'Name; null if the user was deleted' }),
    lastUsedAt: z.iso.datetime().nullable().meta({ description: 'In UTC' }),
  })
  .meta({ id: 'ProvisioningToken' });

const exampleGroups = [{ group: 'Badge editors', role: 'editor' }] as const;
const exampleState = {
  enabled: true,
  url: `${exampleIds.home}${scimPath}`,
  defaultRole: 'viewer',
  groups: [...exampleGroups],
  directoryGroups: [{ groupId: exampleIds.request, name: 'Badge editors', members: 12 }],
  requests: [
    {
      at: '2026-03-01T09:30:00.000Z',
      tokenId: exampleIds.provisioningToken,
      method: 'GET',
      resource: `${scimPath}/Users`,
      status: 200,
      error: null,
    },
  ],
} as const;

const adminAccess = { who: 'caller', scope: 'write', role: 'admin', personOnly: true } as const;
const shared = { since: '1.0', tag: 'Members', access: adminAccess } as const;

const getProvisioning = defineOperation({
  ...shared,
  id: 'getProvisioning',
  noun: 'provisioning.get',
  method: 'GET',
  path: '/provisioning',
  access: { who: 'caller', scope: 'read', role: 'admin' },
  summary: 'Get provisioning',
  description:
    'Which roles the groups of your directory give, and its last requests. A directory such as Entra ID or Okta creates, changes and removes members by SCIM 2.0.',
  reply: provisioning,
  examples: { reply: exampleState },
});

export const updateProvisioning = defineOperation({
  ...shared,
  id: 'updateProvisioning',
  noun: 'provisioning.update',
  audit: 'account',
  method: 'PUT',
  path: '/provisioning',
  summary: 'Set the roles of directory groups',
  description:
    "Replaces both fields. The roles of members of the groups that you change apply immediately. The owner's role never changes.",
  body: settings,
  reply: settings,
  examples: {
    body: { defaultRole: 'viewer', groups: exampleGroups },
    reply: { defaultRole: 'viewer', groups: [...exampleGroups] },
  },
});

export const createProvisioningToken = defineOperation({
  ...shared,
  id: 'createProvisioningToken',
  noun: 'provisioning.createToken',
  audit: 'key',
  method: 'POST',
  path: '/provisioning/tokens',
  summary: 'Create a provisioning token',
  description:
    "A directory sends it as `Authorization: Bearer …`. It's shown once, because only its hash is stored. It works until it's revoked, even after its creator leaves. An account has at most 50. Requires a sign-in within the last 5 minutes.",
  body: z.object({ role: tokenRole }),
  reply: z.object({
    tokenId: z.string().meta({ description: 'ID' }),
    token: z.string().meta({
      description: `${provisioningTokenPrefix} and 32 hexadecimal digits. Shown once`,
    }),
  }),
  errors: ['fresh_sign_in_required', 'key_limit_reached'],
  examples: {
    body: { role: 'editor' },
    reply: {
      tokenId: exampleIds.provisioningToken,
      token: `${provisioningTokenPrefix}0123456789abcdef0123456789abcdef`,
    },
  },
});

const listProvisioningTokens = defineOperation({
  ...shared,
  id: 'listProvisioningTokens',
  noun: 'provisioning.tokens',
  method: 'GET',
  path: '/provisioning/tokens',
  access: { who: 'caller', scope: 'read', role: 'admin', personOnly: true },
  summary: 'List provisioning tokens',
  description: "The tokens themselves aren't included: they are shown once, on creation.",
  reply: z.object({ items: z.array(token).meta({ description: "Tokens that aren't revoked" }) }),
  examples: {
    reply: {
      items: [
        {
          tokenId: exampleIds.provisioningToken,
          role: 'editor',
          prefix: '01234567',
          createdAt: '2026-03-01T09:30:00.000Z',
          createdBy: 'Ada Example',
          lastUsedAt: null,
        },
      ],
    },
  },
});

const revokeProvisioningToken = defineOperation({
  ...shared,
  id: 'revokeProvisioningToken',
  noun: 'provisioning.revokeToken',
  audit: 'key',
  method: 'DELETE',
  path: '/provisioning/tokens/:tokenId',
  summary: 'Revoke a provisioning token',
  description: 'The directory gets 401 from the next request on. Members stay as they are.',
  params: z.object({ tokenId: idOrUrl }),
  ids: { tokenId: 'provisioning_token_not_found' },
  reply: z.object({ deleted: z.literal(true).meta({ description: 'The token is revoked' }) }),
  examples: { reply: { deleted: true } },
});

export const provisioningOperations = {
  getProvisioning,
  updateProvisioning,
  createProvisioningToken,
  listProvisioningTokens,
  revokeProvisioningToken,
} as const;
