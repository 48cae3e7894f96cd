import type { newRequest, RequestKind } from '@insignia/contract';
import type { z } from 'zod';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newRoutedId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { RateLimit, Throttle } from '../../platform/limits/throttle.ts';
import { queueMails } from '../../platform/mail/index.ts';
import { recordAction } from '../audit/index.ts';
import {
  blockBadgesToErase,
  type EraseDeps,
  eraseOne,
  invalidateErased,
  lockCredential,
} from '../credentials/index.ts';
import { recordEvent } from '../events/index.ts';
import { lockCredentialsToMail, type MailableCredential } from '../sharing/index.ts';
import {
  closeRequest,
  findEarlierRequest,
  findRequest,
  findRequester,
  insertRequest,
  isErased,
  lockOwnCredential,
  type OwnCredential,
  type RequestDecision,
  type Requester,
  type RequestRow,
} from './store.ts';
import {
  erasedMailKind,
  explainMoved,
  type RequestOutcome,
  requestEmail,
  requestMailKind,
} from './texts.ts';

export type RequestDeps = { db: Database; clock: Clock; throttle: Throttle; urls: Urls };

const dailyLimit: RateLimit = { name: 'recipient-requests', points: 20, seconds: 86_400 };

type NewRequester = {
  personId: string;
  /** Their confirmed addresses, folded. */
  addresses: string[];
};

/** Only stored requests count toward the limit, so that repeating one doesn't use it up. */
export async function createRequest(
  { db, clock, throttle, urls }: RequestDeps,
  { personId, addresses }: NewRequester,
  credentialId: string,
  { kind, message, name, email }: z.output<typeof newRequest>,
): Promise<{ requestId: string }> {
  return db.write(async (trx) => {
    const { accountId, address, badgeName, recipientName, recipientEmail } =
      await requireOwnCredential(trx, { credentialId, addresses, kind });
    const [id, now] = [newRoutedId(accountId), clock()];
    const closing = { accountId, credentialId, kind, addresses };
    await closeEarlierRequest(trx, { urls, now }, closing);
    const isNew = await insertRequest(trx, {
      ...{ id, accountId, credentialId, kind, message, createdAt: now },
      ...{ name: name ?? null, email: email ?? null, requester: address },
    });
    if (!isNew) throw new Problem('request_open');
    await throttle.takeWithin(trx, [{ limit: dailyLimit, who: personId, points: 1 }]);
    const recipient = { name: recipientName, email: recipientEmail };
    const data = { requestId: id, kind, recipient, badgeName };
    const of = { accountId, credentialId, by: undefined, now };
    await recordEvent(trx, { type: 'request.created', data }, of);
    // Without the user: issuers learn nothing about recipients beyond the credential.
    const action = { action: 'createRequest', target: credentialId, fields: { kind } } as const;
    await recordAction(trx, { accountId }, action, now);
    return { requestId: id };
  });
}

type CredentialRequest = { credentialId: string; addresses: string[]; kind: RequestKind };

async function requireOwnCredential(
  trx: Trx,
  { credentialId, addresses, kind }: CredentialRequest,
): Promise<OwnCredential> {
  const credential = await lockOwnCredential(trx, credentialId, addresses);
  if (!credential)
    throw new Problem(
      (await isErased(trx, credentialId)) ? 'credential_gone' : 'credential_not_found',
    );
  if (credential.revokedAt && kind === 'correction') throw new Problem('credential_revoked');
  return credential;
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
async function closeEarlierRequest(
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
  const { db, invalidateCredential } = deps;
  const found = await findRequest(db, who.accountId, id);
  if (!found) throw new Problem('request_not_found');
  const { kind, credentialId, name, email } = found;
  const isErasure = kind === 'erasure';
  const erased = await db.write(async (trx) => {
    const now = deps.clock();
    if (isErasure) await blockBadgesToErase(trx, who.accountId, [credentialId]);
    const locked = await lockRequest(trx, who, found);
    // The response to an earlier call may be lost.
    if (locked.requester?.state === 'accepted') return undefined;
    if (locked.revokedAt && !isErasure) throw new Problem('credential_revoked');
    if (isErasure && !locked.requester?.isRecipient)
      throw new Problem('request_closed', {
        text: 'a correction gave the credential to somebody else: decline the request',
      });
    const decision = { state: 'accepted', reason: null, now } as const;
    await closeOpenRequest(trx, id, decision);
    const result = isErasure ? await eraseOne(trx, deps, who, credentialId) : undefined;
    // After erasing, which deletes the events and emails of the credential.
    await reportDecision(trx, deps, who, locked, decision);
    return result;
  });
  if (isErasure) invalidateCredential(credentialId);
  if (erased) await invalidateErased(deps, erased);
  return { kind, credentialId, name, email };
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
    const decision = { state: 'declined', reason, now: deps.clock() } as const;
    const locked = await lockRequest(trx, who, found);
    await closeOpenRequest(trx, id, decision);
    await reportDecision(trx, deps, who, locked, decision);
  });
}

type LockedRequest = {
  request: RequestRow;
  requester: Requester | undefined;
  credential: MailableCredential;
  revokedAt: Date | null;
};

/** Locks the credential first, as erasing and revoking do. */
async function lockRequest(trx: Trx, who: Caller, request: RequestRow): Promise<LockedRequest> {
  const { id, credentialId } = request;
  const locked = await lockCredential(trx, who.accountId, credentialId);
  const [credential] = locked
    ? await lockCredentialsToMail(trx, who.accountId, [credentialId])
    : [];
  if (!locked || !credential) throw new Problem('request_not_found');
  const requester = await findRequester(trx, id);
  return { request, requester, credential, revokedAt: locked.revokedAt };
}

async function closeOpenRequest(trx: Trx, id: string, decision: RequestDecision): Promise<void> {
  if (!(await closeRequest(trx, id, decision))) throw new Problem('request_closed');
}

const actions = { accepted: 'acceptRequest', declined: 'declineRequest' } as const;

/** Records the decision, and emails it to the requester. */
async function reportDecision(
  trx: Trx,
  { urls }: CloseDeps,
  who: Caller,
  { request, requester, credential }: LockedRequest,
  { state: outcome, reason, now }: RequestDecision,
): Promise<void> {
  const { id: requestId, kind, credentialId } = request;
  await recordAction(trx, who, { action: actions[outcome], target: credentialId }, now);
  const of = { accountId: who.accountId, credentialId, by: who, now };
  await recordEvent(trx, { type: 'request.closed', data: { requestId, kind, outcome } }, of);
  if (!requester?.email) return;
  const { email: to, isRecipient } = requester;
  const answer = { kind, outcome, reason, isRecipient };
  await mailOutcome(trx, { ...credential, to }, answer, { urls, now });
}

/** The email about an erased credential belongs to no account, and its address isn't stored. */
async function mailOutcome(
  trx: Trx,
  { to, ...credential }: MailableCredential & { to: string },
  outcome: RequestOutcome,
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
