import * as contract from '@insignia/contract';
import { z } from 'zod';
import { periodEnd, periodStart } from '../../kernel/calendar.ts';
import { readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Router } from '../../platform/http/index.ts';
import { shownLimits } from '../accounts/index.ts';
import { accept } from './accept.ts';
import { changeRole, removeMember } from './change.ts';
import type { MemberDeps } from './deps.ts';
import { invite } from './invite.ts';
import { accountOf, membersOf } from './store.ts';

const byId = z.object({ memberId: contract.idOrUrl });

export function memberRoutes(route: Router, deps: MemberDeps): void {
  const { db, clock } = deps;

  route(
    'listMembers',
    { reply: z.object({ items: z.array(contract.member) }) },
    async ({ who }) => ({
      items: await membersOf(db, who.accountId),
    }),
  );

  route(
    'inviteMember',
    {
      body: contract.inviteMember,
      reply: z.object({ memberId: z.string(), inviteId: z.string(), status: z.literal('pending') }),
      errors: ['seat_limit_reached', 'already_member'],
    },
    async ({ body, who, once }) => {
      return invite(deps, who, body, once());
    },
  );

  route(
    'acceptInvitation',
    {
      body: contract.acceptInvitation,
      reply: z.object({ memberId: z.string(), status: z.literal('active') }),
      errors: ['invitation_not_found', 'email_does_not_match'],
    },
    ({ body, who }) => accept(deps, who, body.inviteId),
  );

  route(
    'changeRole',
    {
      params: byId,
      body: contract.changeRole,
      reply: z.object({ memberId: z.string(), role: z.string(), updated: z.literal(true) }),
      errors: ['member_not_found', 'owner_role_fixed'],
    },
    async ({ params, body, who }) => {
      if (body.memberId !== undefined && readId(body.memberId) !== readId(params.memberId))
        throw invalid('memberId', 'differs from the path');
      const memberId = await changeRole(deps, who, params.memberId, body.role);
      return { memberId, role: body.role, updated: true } as const;
    },
  );

  route(
    'removeMember',
    { params: byId, reply: z.string(), errors: ['member_not_found', 'owner_not_removable'] },
    async ({ params, who }) => {
      await removeMember(deps, who, params.memberId);
      return 'member removed';
    },
  );

  route('getAccount', { reply: contract.account }, async ({ who }) => {
    const found = await accountOf(db, who.accountId, who.personId);
    if (!found) throw new Problem('account_not_found');
    const now = clock();
    const { name, usage, accounts } = found;
    const isOver = found.periodStart < periodStart(who.accountCreatedAt, now);
    return {
      accountId: who.accountId,
      name,
      plan: who.plan,
      limits: shownLimits(who.plan),
      // The counter is reset by the first credential of the new period.
      usage: { ...usage, credentials: isOver ? 0 : usage.credentials },
      periodEnd: periodEnd(who.accountCreatedAt, now).toISOString(),
      role: who.role,
      accounts,
    };
  });
}
