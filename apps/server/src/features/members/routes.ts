import * as contract from '@insignia/contract';
import { periodEnd, periodStart } from '../../kernel/calendar.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Router } from '../../platform/http/index.ts';
import { shownLimits } from '../accounts/index.ts';
import { accept } from './accept.ts';
import { changeRole, removeMember } from './change.ts';
import type { MemberDeps } from './deps.ts';
import { invite } from './invite.ts';
import { accountOf, membersOf } from './store.ts';

export function memberRoutes(route: Router, deps: MemberDeps): void {
  const { db, clock } = deps;

  route(contract.listMembers, async ({ who }) => ({
    items: await membersOf(db, who.accountId),
  }));

  route(contract.inviteMember, async ({ body, who, once }) => {
    return invite(deps, who, body, once());
  });

  route(contract.acceptInvitation, ({ body, who }) => accept(deps, who, body.inviteId));

  route(contract.changeRole, async ({ params: { memberId }, body, who }) => {
    await changeRole(deps, who, memberId, body.role);
    return { memberId, role: body.role, updated: true } as const;
  });

  route(contract.removeMember, async ({ params, who }) => {
    await removeMember(deps, who, params.memberId);
    return 'member removed';
  });

  route(contract.getAccount, async ({ who }) => {
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
