import * as contract from '@insignia/contract';
import type { Implement } from '../../platform/http/index.ts';
import { acceptMembership } from './accept.ts';
import { changeRole, removeMember } from './change.ts';
import type { MemberDeps } from './deps.ts';
import { invite } from './invite.ts';
import { selectMembers } from './store.ts';

export function memberRoutes(implement: Implement, deps: MemberDeps) {
  const { db } = deps;

  return implement(contract.memberOperations, {
    listMembers: async ({ who }) => {
      const rows = await selectMembers(db, who.accountId);
      return { items: rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() })) };
    },

    inviteMember: async ({ body, who, once }) => {
      return invite(deps, who, body, once());
    },

    acceptInvitation: ({ body, who }) => acceptMembership(deps, who, body.inviteId),

    changeRole: async ({ params: { memberId }, body, who }) => {
      await changeRole(deps, who, memberId, body.role);
      return { memberId, role: body.role, updated: true } as const;
    },

    removeMember: async ({ params, who }) => {
      await removeMember(deps, who, params.memberId);
      return 'member removed';
    },
  });
}
