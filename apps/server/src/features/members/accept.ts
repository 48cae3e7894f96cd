import type { Caller } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { recordAct } from '../audit/index.ts';
import type { MemberDeps } from './deps.ts';
import { isInvited } from './rules.ts';
import { invitationById, provenEmail, takeInvitation } from './store.ts';

/** Joins the account if the user's confirmed address was invited. */
export async function accept(
  { db, clock }: MemberDeps,
  { personId, keyId }: Pick<Caller, 'personId' | 'keyId'>,
  inviteId: string,
) {
  const id = readId(inviteId);
  const invitation = id && (await invitationById(db, id));
  if (!id || !invitation) throw new Problem('invitation_not_found');
  if (!isInvited(invitation.email, await provenEmail(db, personId)))
    throw new Problem('email_does_not_match');
  const { accountId, memberId } = invitation;
  await db.transaction().execute(async (trx) => {
    if (!(await takeInvitation(trx, id, personId))) throw new Problem('invitation_not_found');
    const act = { action: 'acceptInvitation', target: memberId } as const;
    await recordAct(trx, { accountId, personId, keyId }, act, clock());
  });
  return { memberId, status: 'active' } as const;
}
