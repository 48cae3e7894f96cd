import type { inviteMember, OperationBody, OperationPayload } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/id.ts';
import { plainName } from '../../kernel/plain-text.ts';
import { Problem } from '../../kernel/problem.ts';
import {
  type IdempotencyKey,
  type IdempotentReply,
  runIdempotent,
} from '../../platform/http/idempotency.ts';
import { type EmailContent, type MailKind, queueMails } from '../../platform/mail/index.ts';
import { findAccountName, planLimits } from '../accounts/index.ts';
import { type Actor, recordAction } from '../audit/index.ts';
import type { MemberDeps } from './deps.ts';
import { insertInvitation, isMemberAddress, lockAndCountSeats } from './store.ts';

export const invitationMailKind: MailKind = {
  name: 'invitation',
  isAwaited: true,
  goesToStrangers: true,
};

type InvitationReply = OperationPayload<typeof inviteMember>;

export async function invite(
  deps: Pick<MemberDeps, 'db' | 'clock' | 'urls' | 'takeStranger'>,
  who: Actor & Pick<Caller, 'plan' | 'accountEmail'>,
  input: OperationBody<typeof inviteMember>,
  once: IdempotencyKey | undefined,
): Promise<IdempotentReply<InvitationReply>> {
  const { db, clock, urls } = deps;
  const [memberId, inviteId] = [newId(), newId()];
  const name = (await findAccountName(db, who.accountId)) ?? '';
  return runIdempotent<InvitationReply>(db, who.accountId, once, clock(), async (trx) => {
    const taken = await lockAndCountSeats(trx, who.accountId);
    if (await isMemberAddress(trx, who.accountId, input.email)) throw new Problem('already_member');
    if (taken >= planLimits(who.plan).seats) throw new Problem('seat_limit_reached');
    await deps.takeStranger(trx, who, input.email);
    await insertInvitation(trx, {
      memberId,
      inviteId,
      accountId: who.accountId,
      ...input,
      now: clock(),
    });
    const from = { name: plainName(name, 'Someone'), email: who.accountEmail };
    const letter = invitationEmail(from, input, urls.acceptInvitation(inviteId));
    const { accountId } = who;
    await queueMails(
      trx,
      [{ to: input.email, letter, kind: invitationMailKind, accountId }],
      clock(),
    );
    await recordAction(
      trx,
      who,
      { action: 'inviteMember', target: memberId, fields: input },
      clock(),
    );
    return { memberId, inviteId, status: 'pending' };
  });
}

function invitationEmail(
  from: { name: string; email: string },
  input: { email: string; role: string },
  url: string,
): EmailContent {
  return {
    subject: `${from.name} invites you to their team`,
    before: [
      `${from.name} (${from.email}) invites you to work on their digital credentials with the role ${input.role}.`,
      `The invitation is for ${input.email}. Sign in or sign up with this address, then accept the invitation.`,
    ],
    button: { label: 'View invitation', url },
    after: ['If you don’t want to join, ignore this email.'],
  };
}
