import * as contract from '@insignia/contract';
import type { Router } from '../../platform/http/index.ts';
import { acceptMembership } from './accept.ts';
import { changeRole, removeMember } from './change.ts';
import type { MemberDeps } from './deps.ts';
import { invite } from './invite.ts';
import { selectMembers } from './store.ts';

export function memberRoutes(route: Router, deps: MemberDeps): void {
  const { db } = deps;

  route(contract.listMembers, async ({ who }) => {
    const rows = await selectMembers(db, who.accountId);
    return { items: rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() })) };
  });

  route(contract.inviteMember, async ({ body, who, once }) => {
    return invite(deps, who, body, once());
  });

  route(contract.acceptInvitation, ({ body, who }) => acceptMembership(deps, who, body.inviteId));

  route(contract.changeRole, async ({ params: { memberId }, body, who }) => {
    await changeRole(deps, who, memberId, body.role);
    return { memberId, role: body.role, updated: true } as const;
  });

  route(contract.removeMember, async ({ params, who }) => {
    await removeMember(deps, who, params.memberId);
    return 'member removed';
  });
}
