import type { BodyOf, inviteMember, PayloadOf } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/id.ts';
import { plainName } from '../../kernel/plain-words.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Answered, doOnce, type Once } from '../../platform/idempotency.ts';
import { type Letter, type MailKind, post } from '../../platform/mail/index.ts';
import { limitsOf, nameOf } from '../accounts/index.ts';
import { type Actor, recordAct } from '../audit/index.ts';
import type { MemberDeps } from './deps.ts';
import { insertInvitation, isKnown, seatsLocked } from './store.ts';

export const invitationMail: MailKind = {
  name: 'invitation',
  isAwaited: true,
  goesToStrangers: true,
};

type Invited = PayloadOf<typeof inviteMember>;

export async function invite(
  deps: Pick<MemberDeps, 'db' | 'clock' | 'urls' | 'takeStranger'>,
  who: Actor & Pick<Caller, 'plan' | 'accountEmail'>,
  input: BodyOf<typeof inviteMember>,
  once: Once | undefined,
): Promise<Answered<Invited>> {
  const { db, clock, urls } = deps;
  const [memberId, inviteId] = [newId(), newId()];
  const name = (await nameOf(db, who.accountId)) ?? '';
  return doOnce<Invited>(db, who.accountId, once, clock(), async (trx) => {
    const taken = await seatsLocked(trx, who.accountId);
    if (await isKnown(trx, who.accountId, input.email)) throw new Problem('already_member');
    if (taken >= limitsOf(who.plan).seats) throw new Problem('seat_limit_reached');
    await deps.takeStranger(trx, who, input.email);
    await insertInvitation(trx, {
      memberId,
      inviteId,
      accountId: who.accountId,
      ...input,
      now: clock(),
    });
    const from = { name: plainName(name, 'Somebody'), email: who.accountEmail };
    const letter = invitationLetter(from, input, urls.acceptInvitation(inviteId));
    const { accountId } = who;
    await post(trx, [{ to: input.email, letter, kind: invitationMail, accountId }], clock());
    await recordAct(trx, who, { action: 'inviteMember', target: memberId, fields: input }, clock());
    return { memberId, inviteId, status: 'pending' };
  });
}

function invitationLetter(
  from: { name: string; email: string },
  input: { email: string; role: string },
  url: string,
): Letter {
  return {
    subject: `${from.name} invites you to their team`,
    before: [
      `${from.name} (${from.email}) invites you to work on their digital credentials as ${input.role}.`,
      `The invitation is for ${input.email}: sign in or sign up with this address, then accept.`,
    ],
    button: { label: 'View invitation', url },
    after: ['If you do not want to join, you can ignore this e-mail.'],
  };
}
