import {
  type inviteMember,
  type OperationBody,
  type OperationPayload,
  plans,
} from '@insignia/contract';
import { toAddressKey } from '../../kernel/address-key.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId, readId } from '../../kernel/id.ts';
import { describeSender, plainName } from '../../kernel/plain-text.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import {
  type IdempotencyKey,
  type IdempotentReply,
  runIdempotent,
} from '../../platform/http/idempotency.ts';
import { type EmailContent, type MailKind, queueMails } from '../../platform/mail/index.ts';
import { findAccountName, type TakeStrangerMail } from '../accounts/index.ts';
import { type Actor, recordAction } from '../audit/index.ts';
import { recordAccountEvents } from '../events/index.ts';
import {
  findAccountAddress,
  findConfirmedAddresses,
  findOwnAddresses,
  lockUser,
} from '../people/index.ts';
import {
  consumeInvitation,
  findInvitation,
  findMemberStatus,
  insertMember,
  lockAndCountSeats,
  releaseRemovedMember,
} from './store.ts';

export const invitationMailKind: MailKind = {
  name: 'invitation',
  queue: 'awaited',
  goesToStrangers: true,
};

type InvitationReply = OperationPayload<typeof inviteMember>;

export type InviteDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  takeStranger: TakeStrangerMail;
};

export async function invite(
  deps: InviteDeps,
  who: Actor & Pick<Caller, 'plan' | 'accountEmail'>,
  input: OperationBody<typeof inviteMember>,
  once: IdempotencyKey | undefined,
): Promise<IdempotentReply<InvitationReply>> {
  const { db, clock, urls } = deps;
  const [memberId, inviteId] = [newId(), newId()];
  const name = (await findAccountName(db, who.accountId)) ?? '';
  return runIdempotent<InvitationReply>(db, who.accountId, once, clock(), async (trx) => {
    const seats = await lockAndCountSeats(trx, who.accountId);
    const known = await findMemberStatus(trx, who.accountId, input.email);
    if (known === 'deprovisioned') throw new Problem('member_deprovisioned');
    if (known) throw new Problem('already_member');
    if (seats >= plans[who.plan].seats) throw new Problem('seat_limit_reached');
    await deps.takeStranger(trx, who, input.email);
    await insertMember(trx, {
      ...{ memberId, inviteId, accountId: who.accountId, ...input },
      ...{ personId: null, status: 'pending' },
    });
    await mailInvitation(trx, { urls, clock }, { ...who, accountName: name }, input, inviteId);
    await recordAction(
      trx,
      who,
      { action: 'inviteMember', target: memberId, fields: input },
      clock(),
    );
    return { memberId, inviteId, status: 'pending' };
  });
}

export async function mailInvitation(
  trx: Trx,
  { urls, clock }: Pick<InviteDeps, 'urls' | 'clock'>,
  from: Pick<Caller, 'accountId' | 'accountEmail'> & { accountName: string },
  input: { email: string; role: string },
  inviteId: string,
): Promise<void> {
  const { accountId, accountName } = from;
  const address = await findAccountAddress(trx, from);
  const sender = { name: plainName(accountName, 'Someone'), email: address };
  const email = invitationEmail(sender, input, urls.acceptInvitation(inviteId));
  await queueMails(trx, [{ to: input.email, email, kind: invitationMailKind, accountId }], clock());
}

function invitationEmail(
  from: { name: string; email: string | undefined },
  input: { email: string; role: string },
  url: string,
): EmailContent {
  return {
    subject: `${from.name} invites you to their team`,
    before: [
      `${describeSender(from.name, from.email)} invites you to work on their digital credentials with the role ${input.role}.`,
      `The invitation is for ${input.email}. Sign in or sign up with this address, then accept the invitation.`,
    ],
    button: { label: 'View invitation', url },
    after: ['If you don’t want to join, ignore this email.'],
  };
}

/** `lost` is the primary address of a user, if another user confirmed it later. */
export type InvitedAddress = 'own' | 'lost' | 'foreign';

/** Whose address an invitation names. Where nobody can confirm an address again, none is lost. */
export async function findInvitedAddress(
  db: Database | Trx,
  urls: Pick<Urls, 'my'>,
  personId: string,
  email: string,
): Promise<InvitedAddress> {
  const address = toAddressKey(email);
  if ((await findOwnAddresses(db, personId)).includes(address)) return 'own';
  const primary = (await findConfirmedAddresses(db, personId))?.email;
  if (primary === undefined || toAddressKey(primary) !== address) return 'foreign';
  return urls.my ? 'lost' : 'own';
}

function refuseForeign(address: InvitedAddress, { my }: Pick<Urls, 'my'>): void {
  if (address === 'own') return;
  const text = `another user has confirmed this address: confirm it again at ${my}/addresses, then accept the invitation`;
  throw new Problem('email_does_not_match', address === 'lost' ? { text } : {});
}

/** Joins the account if a confirmed address of the user was invited. */
export async function acceptMembership(
  { db, clock, urls }: Pick<InviteDeps, 'db' | 'clock' | 'urls'>,
  { personId, keyId }: Pick<Caller, 'personId'> & Partial<Pick<Caller, 'keyId'>>,
  inviteId: string,
) {
  const id = readId(inviteId);
  const invitation = id && (await findInvitation(db, id));
  if (!id || !invitation) throw new Problem('invitation_not_found');
  const { accountId, memberId, role, email } = invitation;
  await db.write(async (trx) => {
    await lockUser(trx, personId);
    refuseForeign(await findInvitedAddress(trx, urls, personId, email), urls);
    await releaseRemovedMember(trx, { accountId, personId }, memberId);
    if (!(await consumeInvitation(trx, id, personId))) throw new Problem('invitation_not_found');
    const act = { action: 'acceptInvitation', target: memberId } as const;
    const now = clock();
    await recordAction(trx, { accountId, personId, keyId }, act, now);
    const data = { memberId, role, cause: 'invitation' } as const;
    const by = { personId, keyId };
    await recordAccountEvents(trx, [{ type: 'member.joined', data }], { accountId, by, now });
  });
  return { memberId, status: 'active' } as const;
}
