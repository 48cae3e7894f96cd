import type { RequestKind } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Trx } from '../../platform/db/index.ts';
import { queueMails } from '../../platform/mail/index.ts';
import { recordAction } from '../audit/index.ts';
import {
  blockBadgesToErase,
  type EraseDeps,
  eraseOne,
  lockCredential,
} from '../credentials/index.ts';
import { recordEvent } from '../events/index.ts';
import { lockCredentialsToMail, type MailableCredential } from '../sharing/index.ts';
import {
  closeRequest,
  findEarlierRequest,
  findRequest,
  findRequester,
  type RequestRow,
} from './store.ts';
import {
  erasedMailKind,
  explainMoved,
  type Outcome,
  requestEmail,
  requestMailKind,
} from './texts.ts';

export type CloseDeps = EraseDeps & { urls: Urls };

export type AcceptedRequest = {
  kind: RequestKind;
  credentialId: string;
  name: string | null;
  email: string | null;
};

/** Erases the credential, or leaves the correction to the team, which sees the result first. */
export async function acceptRequest(
  deps: CloseDeps,
  who: Caller,
  id: string,
): Promise<AcceptedRequest> {
  const { db, invalidateCredential, invalidateDeleted } = deps;
  const found = await findRequest(db, who.accountId, id);
  if (!found) throw new Problem('request_not_found');
  const { kind, credentialId, name, email } = found;
  const isErasure = kind === 'erasure';
  const deleted = await db.write(async (trx) => {
    const now = deps.clock();
    if (isErasure) await blockBadgesToErase(trx, who.accountId, [credentialId]);
    const close = await lockRequest(trx, deps, who, found);
    // The response to an earlier call may be lost.
    if (close.state === 'accepted') return [];
    if (close.revokedAt && !isErasure) throw new Problem('credential_revoked');
    if (isErasure && !close.isRecipient)
      throw new Problem('request_closed', {
        text: 'a correction gave the credential to somebody else: decline the request',
      });
    await close.as({ state: 'accepted', reason: null, now });
    const badges = isErasure ? await eraseOne(trx, deps, who, credentialId) : [];
    // After erasing, which deletes the events and emails of the credential.
    await close.report('accepted', null, now);
    return badges;
  });
  if (isErasure) invalidateCredential(credentialId);
  for (const badge of deleted) await invalidateDeleted(badge);
  return { kind, credentialId, name, email };
}

type EarlierClosing = {
  accountId: string;
  credentialId: string;
  kind: RequestKind;
  /** Confirmed addresses of the current recipient, folded. */
  addresses: string[];
};

/**
 * Closes an earlier recipient's open request of this kind, which would block the current recipient's.
 * The caller has locked the credential against corrections.
 */
export async function closeEarlierRequest(
  trx: Trx,
  { urls, now }: { urls: Urls; now: Date },
  { accountId, credentialId, kind, addresses }: EarlierClosing,
): Promise<void> {
  const found = await findEarlierRequest(trx, { credentialId, kind, addresses });
  if (!found) return;
  const [credential] = await lockCredentialsToMail(trx, accountId, [credentialId]);
  if (!credential) return;
  const { id: requestId, email: to } = found;
  const reason = explainMoved(credential.brand.language);
  // The team, or another request of the current recipient, may be first.
  if (!(await closeRequest(trx, requestId, { state: 'declined', reason, now }))) return;
  const data = { requestId, kind, outcome: 'declined' } as const;
  const of = { accountId, credentialId, by: undefined, now };
  await recordEvent(trx, { type: 'request.closed', data }, of);
  if (!to) return;
  const outcome = { kind, outcome: 'moved', reason: null, isRecipient: false } as const;
  await mailOutcome(trx, { ...credential, to }, outcome, { urls, now });
}

export async function declineRequest(
  deps: CloseDeps,
  who: Caller,
  id: string,
  reason: string,
): Promise<void> {
  const found = await findRequest(deps.db, who.accountId, id);
  if (!found) throw new Problem('request_not_found');
  await deps.db.write(async (trx) => {
    const now = deps.clock();
    const close = await lockRequest(trx, deps, who, found);
    await close.as({ state: 'declined', reason, now });
    await close.report('declined', reason, now);
  });
}

/** Locks the credential first, as erasing and revoking do. */
async function lockRequest(
  trx: Trx,
  { urls }: CloseDeps,
  who: Caller,
  { id, kind, credentialId }: RequestRow,
) {
  const locked = await lockCredential(trx, who.accountId, credentialId);
  const [credential] = locked
    ? await lockCredentialsToMail(trx, who.accountId, [credentialId])
    : [];
  if (!locked || !credential) throw new Problem('request_not_found');
  const requester = await findRequester(trx, id);
  return {
    state: requester?.state,
    revokedAt: locked.revokedAt,
    isRecipient: requester?.isRecipient ?? false,
    async as(decision: Parameters<typeof closeRequest>[2]) {
      if (!(await closeRequest(trx, id, decision))) throw new Problem('request_closed');
    },
    async report(outcome: 'accepted' | 'declined', reason: string | null, now: Date) {
      const action = outcome === 'accepted' ? 'acceptRequest' : 'declineRequest';
      await recordAction(trx, who, { action, target: credentialId }, now);
      const of = { accountId: who.accountId, credentialId, by: who, now };
      const data = { requestId: id, kind, outcome };
      await recordEvent(trx, { type: 'request.closed', data }, of);
      if (!requester?.email) return;
      const { email: to, isRecipient } = requester;
      const answer = { kind, outcome, reason, isRecipient };
      await mailOutcome(trx, { ...credential, to }, answer, { urls, now });
    },
  };
}

/** The email about an erased credential belongs to no account, and its address isn't stored. */
async function mailOutcome(
  trx: Trx,
  { to, ...credential }: MailableCredential & { to: string },
  outcome: Outcome,
  { urls, now }: { urls: Urls; now: Date },
): Promise<void> {
  const { id: about, accountId } = credential;
  const isErased = outcome.kind === 'erasure' && outcome.outcome === 'accepted';
  const email = requestEmail(credential, outcome, urls);
  const mail = isErased
    ? { to, email, kind: erasedMailKind }
    : { to, email, kind: requestMailKind, accountId, about };
  await queueMails(trx, [mail], now);
}
