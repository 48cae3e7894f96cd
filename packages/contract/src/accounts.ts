import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { accountAdminAccess, accountReadAccess, defineOperation } from './operation.ts';
import { roles } from './roles.ts';
import { line } from './text.ts';

const counts = z.object({
  issuers: z.int().meta({ description: 'Issuers that there are' }),
  seats: z.int().meta({ description: 'Members and pending invitations' }),
  credentials: z.int().meta({ description: 'Credentials issued in this period' }),
});
const limits = z.object({
  issuers: z.int().nullable().meta({ description: 'Issuers' }),
  seats: z.int().nullable().meta({ description: 'Members and pending invitations' }),
  credentials: z.int().nullable().meta({ description: 'Credentials a period' }),
});
const accountId = z.string().meta({ description: 'Bare id, as in `X-Account-Id`' });
const name = z.string().meta({ description: 'What the account is called' });

const account = z
  .object({
    accountId,
    name,
    plan: z.enum(['free', 'starter', 'pro', 'unlimited']).meta({ description: 'Sets the limits' }),
    limits: limits.meta({ description: 'null: as many as one likes' }),
    usage: counts.meta({ description: 'What counts towards the limits' }),
    periodEnd: z.iso.datetime().meta({ description: 'When the quota is reset' }),
    mailsToFiles: z.literal(true).optional().meta({
      description:
        'Where the service has no mail server: what it calls sent are files that its operator finds',
    }),
    role: z.enum(roles).meta({ description: 'Of the caller, in this account' }),
    accounts: z
      .array(
        z.object({
          accountId,
          name,
          role: z.string().meta({ description: 'Of the person, in that account' }),
        }),
      )
      .meta({ description: 'Every account that the person belongs to' }),
  })
  .meta({ id: 'Account' });

const example = {
  accountId: exampleIds.account,
  name: 'Ada Example',
} as const;

export const getAccount = defineOperation({
  id: 'getAccount',
  since: '1.0',
  method: 'GET',
  path: '/account',
  access: accountReadAccess,
  tag: 'Account',
  summary: 'Plan, limits, usage, and the accounts that you belong to',
  description:
    'The account of the key, or with session or JWT your own, unless `X-Account-Id` names another one.',
  reply: account,
  examples: {
    reply: {
      ...example,
      plan: 'free',
      limits: { issuers: 2, seats: 2, credentials: 100 },
      usage: { issuers: 1, seats: 1, credentials: 12 },
      periodEnd: '2026-04-01T09:30:00.000Z',
      role: 'owner',
      accounts: [{ ...example, role: 'owner' }],
    },
  },
});

export const updateAccount = defineOperation({
  id: 'updateAccount',
  since: '1.0',
  method: 'PUT',
  path: '/account',
  access: accountAdminAccess,
  tag: 'Account',
  summary: 'Rename the account',
  description:
    'The name is what the account is told apart by among those of a person, and what invitations to it say. Issuers have names of their own.',
  body: z.object({
    name: line({ max: 200 }).meta({ description: 'What it is called from now on' }),
  }),
  reply: z.object({
    accountId,
    name,
    updated: z.literal(true).meta({ description: 'Always true' }),
  }),
  examples: {
    body: { name: 'Example University' },
    reply: { accountId: exampleIds.account, name: 'Example University', updated: true },
  },
});

export const exportAccount = defineOperation({
  id: 'exportAccount',
  since: '1.0',
  method: 'GET',
  path: '/account/export',
  access: { who: 'caller', scope: 'read', role: 'admin', personOnly: true },
  tag: 'Account',
  summary: 'Everything of the account, as a zip file',
  description:
    'Short lists as JSON, long ones (credentials, events, mails, imports, audit log) as one JSON object a line, pictures as they are stored. Secrets, keys and passwords are not among it. An account can run two exports at a time, of any kind; more are answered with 429 until one ends.',
  serves: ['application/zip'],
});

export const deleteAccount = defineOperation({
  id: 'deleteAccount',
  since: '1.0',
  method: 'DELETE',
  path: '/account',
  access: { who: 'caller', scope: 'write', role: 'owner', personOnly: true },
  tag: 'Account',
  summary: 'Delete the account with everything in it, and yourself',
  description:
    'Cannot be undone; it needs a sign-in within the last five minutes. From then on keys, sessions and JWTs are refused, public addresses of credentials are 410 and all others 404; the rows go in the background. Take the export before.',
  reply: z.object({ deleted: z.literal(true).meta({ description: 'Always true' }) }),
  errors: ['fresh_sign_in_required'],
  examples: { reply: { deleted: true } },
});
