import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { accountAdminAccess, accountReadAccess, defineOperation } from './operation.ts';
import { line } from './text.ts';
import { roles } from './vocabulary.ts';

const counts = z.object({
  issuers: z.int().meta({ description: 'Current number of issuers' }),
  seats: z.int().meta({ description: 'Members plus pending invitations' }),
  credentials: z.int().meta({ description: 'Credentials issued in this period' }),
});
const limits = z.object({
  issuers: z.int().nullable().meta({ description: 'Issuers' }),
  seats: z.int().nullable().meta({ description: 'Members plus pending invitations' }),
  credentials: z.int().nullable().meta({ description: 'Credentials per billing period' }),
});
const accountId = z.string().meta({ description: 'Account ID, as sent in `X-Account-Id`' });
const name = z.string().meta({ description: 'Account name' });

const account = z
  .object({
    accountId,
    name,
    plan: z
      .enum(['free', 'starter', 'pro', 'unlimited'])
      .meta({ description: 'Plan, which sets the limits' }),
    limits: limits.meta({ description: '`null` means unlimited' }),
    usage: counts.meta({ description: 'Usage that counts toward the limits' }),
    periodEnd: z.iso.datetime().meta({ description: 'When the monthly quota resets' }),
    mailsToFiles: z.literal(true).optional().meta({
      description:
        'Present when no mail server is configured: emails are written to files for the operator instead of being sent',
    }),
    role: z.enum(roles).meta({ description: 'Your role in this account' }),
    accounts: z
      .array(
        z.object({
          accountId,
          name,
          role: z.string().meta({ description: "The user's role in that account" }),
        }),
      )
      .meta({
        description:
          'Every account the user belongs to. With an API key, or a session of single sign-on alone, only this one',
      }),
  })
  .meta({ id: 'Account' });

const example = {
  accountId: exampleIds.account,
  name: 'Ada Example',
} as const;

const getAccount = defineOperation({
  id: 'getAccount',
  noun: 'account.get',
  since: '1.0',
  method: 'GET',
  path: '/account',
  access: accountReadAccess,
  tag: 'Account',
  summary: 'Get the account',
  description:
    'Returns the plan, limits, usage and the accounts you belong to. An API key selects its own account. With a session or JWT, this is your own account unless `X-Account-Id` names another one.',
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
  noun: 'account.update',
  audit: 'account',
  since: '1.0',
  method: 'PUT',
  path: '/account',
  access: accountAdminAccess,
  tag: 'Account',
  summary: 'Rename the account',
  description: 'Members and invitations show this name. Issuers have their own names.',
  body: z.object({
    name: line({ max: 200 }).meta({ description: 'New account name' }),
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

const exportAccount = defineOperation({
  id: 'exportAccount',
  noun: 'account.export',
  since: '1.0',
  method: 'GET',
  path: '/account/export',
  access: { who: 'caller', scope: 'read', role: 'admin', personOnly: true },
  tag: 'Account',
  summary: 'Export the account',
  description:
    'Returns a zip file. Short lists are JSON. Long lists (credentials, events, emails, imports, audit log) are JSON Lines. Images are included as stored. Secrets, keys and passwords are excluded. An account can run two exports of any kind at a time; further requests return 429.',
  serves: ['application/zip'],
});

const deleteAccount = defineOperation({
  id: 'deleteAccount',
  noun: 'account.delete',
  audit: null,
  since: '1.0',
  method: 'DELETE',
  path: '/account',
  access: { who: 'caller', scope: 'write', role: 'owner', personOnly: true, isOwn: true },
  tag: 'Account',
  summary: 'Delete the account and your user',
  description:
    "This can't be undone, so export the account first. Requires a sign-in within the last 5 minutes. Keys, sessions and JWTs stop working immediately. Public credential URLs return 410 and all other public URLs return 404. The data is deleted in the background.",
  reply: z.object({ deleted: z.literal(true).meta({ description: 'Always true' }) }),
  errors: ['fresh_sign_in_required', 'transfer_running'],
  examples: { reply: { deleted: true } },
});

const security = z.object({
  requireSecondFactor: z.boolean().meta({
    description: 'Whether members need a second factor, except with API keys',
  }),
});

const getAccountSecurity = defineOperation({
  id: 'getAccountSecurity',
  noun: 'account.security',
  since: '1.0',
  method: 'GET',
  path: '/account/security',
  access: { who: 'caller', scope: 'read', role: 'admin' },
  tag: 'Account',
  summary: 'Get the security rules of the account',
  description: 'Whether members need a second factor, and how many have none yet.',
  reply: security.extend({
    membersWithout: z.int().meta({ description: 'Members without a second factor' }),
  }),
  examples: { reply: { requireSecondFactor: false, membersWithout: 2 } },
});

export const updateAccountSecurity = defineOperation({
  id: 'updateAccountSecurity',
  noun: 'account.updateSecurity',
  audit: 'account',
  since: '1.0',
  method: 'PUT',
  path: '/account/security',
  access: { who: 'caller', scope: 'write', role: 'owner', personOnly: true, isOwn: true },
  tag: 'Account',
  summary: 'Require a second factor',
  description:
    'Applies from the next sign-in: members without a second factor then get 403 `second_factor_required` in this account until they set one up, or sign in with it. Sessions that members have open keep working until they end, and so do API keys and tokens of an identity provider. Stopping it requires a sign-in within the last 5 minutes.',
  body: security,
  reply: security,
  errors: ['fresh_sign_in_required'],
  examples: { body: { requireSecondFactor: false }, reply: { requireSecondFactor: false } },
});

export const accountOperations = {
  getAccount,
  updateAccount,
  getAccountSecurity,
  updateAccountSecurity,
  exportAccount,
  deleteAccount,
} as const;
