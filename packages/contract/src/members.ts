import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { accountAdminAccess, accountReadAccess, defineOperation } from './operation.ts';
import { email, idOrUrl } from './text.ts';
import { roles } from './vocabulary.ts';

/** Roles that members can be assigned (interface specification §2.2). */
const role = z.enum(['admin', 'editor', 'viewer']).meta({
  description:
    '`viewer` reads. `editor` also issues. `admin` also manages members, keys and webhooks',
});

const memberId = z.string().meta({ description: 'ID' });
const member = z
  .object({
    memberId,
    personId: z
      .string()
      .nullable()
      .meta({ description: 'ID, as in the audit log; null while pending' }),
    name: z.string().nullable().meta({ description: 'Name from sign-up; null while pending' }),
    email: z.string().meta({ description: 'Email address' }),
    role: z.enum(roles).meta({ description: 'Role' }),
    status: z.enum(['active', 'pending', 'disabled', 'deprovisioned']).meta({
      description:
        "`pending`: the invitation isn't accepted yet. `disabled`: the operator has blocked the user. `deprovisioned`: the directory has removed the member, who takes no seat",
    }),
    createdAt: z.iso.datetime().meta({ description: 'Invited at, in UTC' }),
  })
  .meta({ id: 'Member' });

const byId = z.object({ memberId: idOrUrl });
const ids = { memberId: 'member_not_found' } as const;
const example = {
  memberId: exampleIds.member,
  inviteId: exampleIds.invitation,
  email: 'grace@example.org',
} as const;

const listMembers = defineOperation({
  id: 'listMembers',
  noun: 'members.list',
  since: '1.0',
  method: 'GET',
  path: '/members',
  access: accountReadAccess,
  tag: 'Members',
  summary: 'List members and pending invitations',
  description: 'Each member and each pending invitation takes a seat of the plan.',
  reply: z.object({
    items: z.array(member).meta({ description: 'Members plus pending invitations' }),
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
          createdAt: '2026-03-01T09:30:00.000Z',
        },
      ],
    },
  },
});

export const inviteMember = defineOperation({
  id: 'inviteMember',
  noun: 'members.invite',
  audit: 'member',
  since: '1.0',
  method: 'POST',
  path: '/members',
  access: accountAdminAccess,
  tag: 'Members',
  summary: 'Invite a member',
  description:
    "Emails a link. The invitation takes a seat until it's accepted or canceled (`DELETE /members/{memberId}`). Only a user with this confirmed address can accept it.",
  body: z.object({ email: email.meta({ description: 'The invitation is sent here' }), role }),
  reply: z.object({
    memberId,
    inviteId: z.string().meta({ description: 'Used to accept the invitation' }),
    status: z.literal('pending').meta({ description: 'Not accepted yet' }),
  }),
  errors: ['seat_limit_reached', 'already_member', 'member_deprovisioned'],
  idempotent: true,
  examples: {
    body: { email: example.email, role: 'editor' },
    reply: { memberId: example.memberId, inviteId: example.inviteId, status: 'pending' },
  },
});

export const acceptInvitation = defineOperation({
  id: 'acceptInvitation',
  noun: 'members.accept',
  audit: 'member',
  since: '1.0',
  method: 'POST',
  path: '/members/accept',
  // Any scope and role: the user accepts for themselves, with a key its owner.
  access: { ...accountReadAccess, isOwn: true },
  tag: 'Members',
  summary: 'Accept an invitation',
  description:
    "Requires that you've confirmed the invited address. With an API key, its creator becomes the member. The account then appears in `GET /account`.",
  body: z.object({
    inviteId: idOrUrl.meta({ description: '`inviteId` from the link in the email' }),
  }),
  reply: z.object({
    memberId,
    status: z.literal('active').meta({ description: "You're now a member" }),
  }),
  errors: ['invitation_not_found', 'email_does_not_match'],
  examples: {
    body: { inviteId: example.inviteId },
    reply: { memberId: example.memberId, status: 'active' },
  },
});

const changeRole = defineOperation({
  id: 'changeRole',
  noun: 'members.changeRole',
  audit: 'member',
  since: '1.0',
  method: 'POST',
  path: '/members/:memberId/role',
  access: accountAdminAccess,
  tag: 'Members',
  summary: 'Change the role of a member',
  description:
    "Also works for pending invitations. The new role applies from the next request, also to the member's keys. The owner's role can't change.",
  params: byId,
  ids,
  body: z.object({
    memberId: idOrUrl.optional().meta({ description: 'If sent, must match the path' }),
    role,
  }),
  reply: z.object({
    memberId,
    role: z.string().meta({ description: 'New role' }),
    updated: z.literal(true).meta({ description: 'Always true' }),
  }),
  errors: ['owner_role_fixed'],
  examples: {
    body: { role: 'admin' },
    reply: { memberId: example.memberId, role: 'admin', updated: true },
  },
});

const removeMember = defineOperation({
  id: 'removeMember',
  noun: 'members.remove',
  audit: 'member',
  since: '1.0',
  method: 'DELETE',
  path: '/members/:memberId',
  access: accountAdminAccess,
  tag: 'Members',
  summary: 'Remove a member or cancel an invitation',
  description:
    'The member loses access immediately, the API keys they created for this account stop working, and their seat becomes free. Credentials they issued stay.',
  params: byId,
  ids,
  reply: z.string(),
  errors: ['owner_not_removable'],
  examples: { reply: 'member removed' },
});

export const memberOperations = {
  listMembers,
  inviteMember,
  acceptInvitation,
  changeRole,
  removeMember,
} as const;
