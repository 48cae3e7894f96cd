import * as contract from '@insignia/contract';
import { readId } from '../../kernel/id.ts';
import type { App, Implement, Scope } from '../../platform/http/index.ts';
import { createPageScope, definePage, readForm, toFormErrors } from '../../platform/pages/index.ts';
import type { PageUser, PageViewer } from '../access/index.ts';
import { findOwnSignIn } from '../people/index.ts';
import { type ChangeDeps, changeRole, removeMember } from './change.ts';
import {
  acceptMembership,
  findInvitedAddress,
  type InviteDeps,
  type InvitedAddress,
  invite,
} from './invite.ts';
import { findInvitation, selectMembers } from './store.ts';

export { disableUser, enableUser, recordSignInChange } from './change.ts';
export { createAccountForOwner, createOwnAccount } from './create-account.ts';
export { invitationMailKind, invite, mailInvitation } from './invite.ts';
export { type JoinRefusal, joinAccount } from './join.ts';
export {
  deleteMember,
  insertMember,
  lockAndCountSeats,
  releaseRemovedMember,
  setMemberAccess,
  setRoles,
} from './store.ts';

type MemberDeps = InviteDeps &
  ChangeDeps & {
    identifyUser: PageUser;
    /** Also users whom only an identity provider vouches for. */
    identifySsoUser: PageUser;
  };

export function registerMembers(scope: Scope, deps: MemberDeps) {
  scope.within(createPageScope(deps.urls.base), ({ app }) => memberPages(app, deps));
  return memberRoutes(scope.implement, deps);
}

function memberRoutes(implement: Implement, deps: MemberDeps) {
  const { db } = deps;

  return implement(contract.memberOperations, {
    listMembers: async ({ who }) => {
      const rows = await selectMembers(db, who.accountId);
      return { items: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) };
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

type ViewData = {
  inviteId: string;
  invitation: { accountId: string; email: string; role: string; accountName: string } | undefined;
  email?: string | undefined;
  /** Whose address was invited, for a user who is signed in. */
  address?: InvitedAddress | undefined;
  problem?: string;
  joined?: boolean;
  /** Path of another way to sign in, if single sign-on alone signed the user in. */
  ownSignIn?: string | undefined;
  hasCodes?: boolean;
};

const view = definePage<ViewData>(import.meta.url, './views/invitation.eta');

async function describeInvitation(
  { db, urls }: Pick<MemberDeps, 'db' | 'urls'>,
  who: PageViewer | undefined,
  inviteId: string,
  invitation: ViewData['invitation'],
): Promise<ViewData> {
  const address =
    invitation && who && (await findInvitedAddress(db, urls, who.personId, invitation.email));
  return { inviteId, invitation, email: who?.email, address };
}

/** The page behind an invitation link. `app` must accept forms. */
function memberPages(app: App, deps: MemberDeps): void {
  const { identifyUser, identifySsoUser } = deps;
  const path = contract.pagePaths.acceptInvitation;
  const title = 'Invitation';
  const find = async (text: string) => {
    const id = readId(text);
    return id ? findInvitation(deps.db, id) : undefined;
  };

  app.get<{ Querystring: { inviteId?: string } }>(path, async (request, reply) => {
    const inviteId = String(request.query.inviteId ?? '');
    const who = await identifyUser(request);
    const invitation = await find(inviteId);
    const needsMore = !who && Boolean(await identifySsoUser(request));
    const ownSignIn = needsMore ? findOwnSignIn(deps.urls, { invitation: inviteId }) : undefined;
    const shown = await describeInvitation(deps, who, inviteId, invitation);
    const data = { ...shown, ownSignIn, hasCodes: deps.urls.my !== undefined };
    return view(reply, title, data, invitation ? 200 : 404);
  });

  app.post(path, async (request, reply) => {
    const who = await identifyUser(request);
    const { inviteId } = readForm(contract.acceptInvitation.body, request, deps.urls.base);
    if (!who) {
      const shown = contract.withQuery(path, { inviteId });
      const signIn = contract.withQuery(contract.pagePaths.signIn, {
        invitation: readId(inviteId) ?? '',
      });
      return reply.redirect((await identifySsoUser(request)) ? shown : signIn, 303);
    }
    const invitation = await find(inviteId);
    const data = await describeInvitation(deps, who, inviteId, invitation);
    try {
      await acceptMembership(deps, who, inviteId);
      return view(reply, title, { ...data, joined: true });
    } catch (error) {
      const { status, problem } = toFormErrors(error);
      return view(reply, title, { ...data, problem }, status);
    }
  });
}
