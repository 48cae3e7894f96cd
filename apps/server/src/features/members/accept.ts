import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { MemberDeps } from './deps.ts';
import { isInvited } from './rules.ts';
import { invitationById, provenEmail, takeInvitation } from './store.ts';

/** The person joins, when the address that they have proven is the one invited. */
export async function accept({ db }: MemberDeps, personId: string, inviteId: string) {
  const id = readId(inviteId);
  const invitation = id && (await invitationById(db, id));
  if (!id || !invitation) throw new Problem('invitation_not_found');
  if (!isInvited(invitation.email, await provenEmail(db, personId)))
    throw new Problem('email_does_not_match');
  if (!(await takeInvitation(db, id, personId))) throw new Problem('invitation_not_found');
  return { memberId: invitation.memberId, status: 'active' } as const;
}
