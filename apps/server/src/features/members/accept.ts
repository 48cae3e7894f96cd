import type { Caller } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { recordAction } from '../audit/index.ts';
import type { MemberDeps } from './deps.ts';
import { isInvitedAddress } from './rules.ts';
import { consumeInvitation, findInvitation, readProvenEmail } from './store.ts';

/** Joins the account if the user's confirmed address was invited. */
export async function acceptMembership(
  { db, clock }: MemberDeps,
  { personId, keyId }: Pick<Caller, 'personId' | 'keyId'>,
  inviteId: string,
) {
  const id = readId(inviteId);
  const invitation = id && (await findInvitation(db, id));
  if (!id || !invitation) throw new Problem('invitation_not_found');
  if (!isInvitedAddress(invitation.email, await readProvenEmail(db, personId)))
    throw new Problem('email_does_not_match');
  const { accountId, memberId } = invitation;
  await db.write(async (trx) => {
    if (!(await consumeInvitation(trx, id, personId))) throw new Problem('invitation_not_found');
    const act = { action: 'acceptInvitation', target: memberId } as const;
    await recordAction(trx, { accountId, personId, keyId }, act, clock());
  });
  return { memberId, status: 'active' } as const;
}
