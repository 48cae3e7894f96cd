import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { accountAdminAccess, accountReadAccess, defineOperation } from './operation.ts';
import { roles } from './roles.ts';
import { email, idOrUrl } from './text.ts';

/** Roles that members can be assigned (interface specification §2.2). */
const role = z.enum(['admin', 'editor', 'viewer']).meta({
  description:
    '`viewer` reads, `editor` also issues, `admin` also manages members, keys and webhooks',
});

const memberId = z.string().meta({ description: 'Bare id' });
const member = z
  .object({
    memberId,
    personId: z
      .string()
      .nullable()
      .meta({ description: 'Bare id, as in the audit log; null while pending' }),
    name: z.string().nullable().meta({ description: 'As given at sign-up; null while pending' }),
    email: z.string().meta({ description: 'Their address' }),
    role: z.enum(roles).meta({ description: 'What they may do' }),
    status: z.enum(['active', 'pending', 'disabled']).meta({
      description:
        '`pending` until the invitation is accepted; `disabled` while the operator of the service lets the person in nowhere',
    }),
    createdAt: z.int().meta({ description: 'When they were invited, epoch milliseconds' }),
  })
  .meta({ id: 'Member' });

const byId = z.object({ memberId: idOrUrl });
const ids = { memberId: 'member_not_found' } as const;
const example = {
  memberId: exampleIds.member,
  inviteId: exampleIds.invitation,
  email: 'grace@example.org',
} as const;

export const listMembers = defineOperation({
  id: 'listMembers',
  since: '1.0',
  method: 'GET',
  path: '/members',
  access: accountReadAccess,
  tag: 'Members',
  summary: 'List members and pending invitations',
  description: 'Each takes a seat of the plan, whether the invitation is accepted or not.',
  reply: z.object({
    items: z.array(member).meta({ description: 'Members and pending invitations' }),
  }),
  examples: {
    reply: {
      items: [
        {
          memberId: example.memberId,
          personId: null,
          name: null,
          email: example.email,
          role: 'editor',
          status: 'pending',
          createdAt: 1_772_357_400_000,
        },
      ],
    },
  },
});

export const inviteMember = defineOperation({
  id: 'inviteMember',
  since: '1.0',
  method: 'POST',
  path: '/members',
  access: accountAdminAccess,
  tag: 'Members',
  summary: 'Invite somebody by e-mail',
  description:
    'Mails a link, and takes a seat until the invitation is accepted or cancelled (`DELETE /members/{memberId}`). Only a person who has proven this address can accept.',
  body: z.object({ email: email.meta({ description: 'The invitation goes here' }), role }),
  reply: z.object({
    memberId,
    inviteId: z.string().meta({ description: 'With which the person accepts' }),
    status: z.literal('pending').meta({ description: 'Not accepted yet' }),
  }),
  errors: ['seat_limit_reached', 'already_member'],
  idempotent: true,
  examples: {
    body: { email: example.email, role: 'editor' },
    reply: { memberId: example.memberId, inviteId: example.inviteId, status: 'pending' },
  },
});

export const acceptInvitation = defineOperation({
  id: 'acceptInvitation',
  since: '1.0',
  method: 'POST',
  path: '/members/accept',
  // Any scope and role: the user accepts for themselves, with a key its owner.
  access: accountReadAccess,
  tag: 'Members',
  summary: 'Accept an invitation to your own address',
  description:
    'Whoever has proven the address that was invited becomes a member; with a key that is its maker. The account is then among those of `GET /account`.',
  body: z.object({
    inviteId: idOrUrl.meta({ description: '`inviteId` in the link of the mail' }),
  }),
  reply: z.object({
    memberId,
    status: z.literal('active').meta({ description: 'A member from now on' }),
  }),
  errors: ['invitation_not_found', 'email_does_not_match'],
  examples: {
    body: { inviteId: example.inviteId },
    reply: { memberId: example.memberId, status: 'active' },
  },
});

export const changeRole = defineOperation({
  id: 'changeRole',
  since: '1.0',
  method: 'POST',
  path: '/members/:memberId/role',
  access: accountAdminAccess,
  tag: 'Members',
  summary: "Change a member's role",
  description:
    'Of a pending invitation too. It counts from the next request on, for the keys of the member as well. The owner stays the owner.',
  params: byId,
  ids,
  body: z.object({
    memberId: idOrUrl.optional().meta({ description: 'May repeat the path' }),
    role,
  }),
  reply: z.object({
    memberId,
    role: z.string().meta({ description: 'The new one' }),
    updated: z.literal(true).meta({ description: 'Always true' }),
  }),
  errors: ['owner_role_fixed'],
  examples: {
    body: { role: 'admin' },
    reply: { memberId: example.memberId, role: 'admin', updated: true },
  },
});

export const removeMember = defineOperation({
  id: 'removeMember',
  since: '1.0',
  method: 'DELETE',
  path: '/members/:memberId',
  access: accountAdminAccess,
  tag: 'Members',
  summary: 'Remove a member or cancel an invitation',
  description:
    'Access, the keys that they made for this account, and the seat end at once. What they issued stays.',
  params: byId,
  ids,
  reply: z.string(),
  errors: ['owner_not_removable'],
  examples: { reply: 'member removed' },
});
