import { type ErrorCode, plans } from '@insignia/contract';
import { toAddressKey } from '../../kernel/address-key.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { type EmailContent, queueMails } from '../../platform/mail/index.ts';
import { findAccountName, type TakeStrangerMail } from '../accounts/index.ts';
import { recordAction } from '../audit/index.ts';
import { lockAndCountIssuers, lockIssuer } from '../issuers/index.ts';
import {
  findAccountAddress,
  findOwnerAddresses,
  findReadAddress,
  isRecentSignIn,
  lockUser,
} from '../people/index.ts';
import { canceledEmail, declinedEmail, offerEmail, transferMailKind } from './emails.ts';
import { computeTransferState, findMoveRefusal, offerLifetimeMs, toOfferAddress } from './rules.ts';
import {
  closeTransfer,
  findTransfer,
  insertTransfer,
  type ListedTransfer,
  lockAccounts,
  lockTransfer,
  markAccepted,
  readMoveObstacles,
  readOwner,
  type TransferRow,
} from './store.ts';

export type TransferDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  takeStranger: TakeStrangerMail;
};

/** Job that moves an accepted issuer. */
export const moveKind = 'issuer-transfer';
const MAX_MOVE_ATTEMPTS = 12;

export async function offerIssuer(
  deps: TransferDeps,
  who: Caller,
  issuerId: string,
  email: string,
): Promise<ListedTransfer> {
  const { db, clock, urls } = deps;
  const now = clock();
  if (!isRecentSignIn(who.signedInAt?.getTime(), now.getTime()))
    throw new Problem('fresh_sign_in_required');
  const { accountId } = who;
  const account = (await findAccountName(db, accountId)) ?? '';
  const expiresAt = new Date(now.getTime() + offerLifetimeMs);
  return db.write(async (trx) => {
    const issuer = await lockIssuer(trx, issuerId);
    if (issuer?.accountId !== accountId) throw new Problem('issuer_not_found');
    await assertMovable(trx, issuerId, accountId);
    const { name } = issuer;
    const to = toOfferAddress(email);
    const offer = { id: newId(), issuerId, name, fromAccountId: accountId, email: to };
    if (!(await insertTransfer(trx, { ...offer, createdAt: now, expiresAt })))
      throw new Problem('transfer_open');
    await deps.takeStranger(trx, who, email);
    const sender = { account, email: await findAccountAddress(trx, who) };
    const content = offerEmail(sender, { name, url: urls.dashboard, to: email, expiresAt });
    await send(trx, { to: email, email: content, accountId }, now);
    const act = { action: 'offerIssuer', target: issuerId, fields: { email } } as const;
    await recordAction(trx, who, act, now);
    const open = { toAccountId: null, state: 'offered', reason: null, closedAt: null } as const;
    return { ...offer, ...open, account, createdAt: now, expiresAt };
  });
}

/** The move itself is a job: it may take longer than a request may. */
export async function acceptTransfer(
  { db, clock }: TransferDeps,
  who: Caller,
  id: string,
): Promise<void> {
  const { fromAccountId } = await findOffer(db, who, id);
  const now = clock();
  await db.write(async (trx) => {
    if (!(await lockAccounts(trx, [fromAccountId, who.accountId])))
      throw new Problem('transfer_not_found');
    // Another user may have confirmed the address meanwhile.
    await lockUser(trx, who.personId);
    await findOffer(trx, who, id);
    const issuers = await lockAndCountIssuers(trx, who.accountId);
    const { issuerId, name } = await lockOpenOffer(trx, id, now);
    await assertMovable(trx, issuerId, fromAccountId);
    if (issuers >= plans[who.plan].issuers) throw new Problem('issuer_limit_reached');
    await markAccepted(trx, id, who.accountId);
    await enqueue(trx, moveKind, { transferId: id }, { maxAttempts: MAX_MOVE_ATTEMPTS });
    const act = { action: 'acceptTransfer', target: issuerId, name } as const;
    await recordAction(trx, who, act, now);
    // The other account's users are nobody's business here.
    await recordAction(trx, { accountId: fromAccountId }, act, now);
  });
}

export async function declineTransfer(
  { db, clock, urls }: TransferDeps,
  who: Caller,
  id: string,
): Promise<void> {
  const now = clock();
  await db.write(async (trx) => {
    await lockUser(trx, who.personId);
    const { email: by } = await findOffer(trx, who, id);
    const { fromAccountId, issuerId, name } = await lockOpenOffer(trx, id, now);
    await closeTransfer(trx, id, { state: 'declined', toAccountId: who.accountId, now });
    // The other owner knows only the address that they offered it to.
    const email = declinedEmail({ name, url: urls.dashboard, by });
    await mailOwner(trx, fromAccountId, email, now);
    const act = { action: 'declineTransfer', target: issuerId, name } as const;
    await recordAction(trx, who, act, now);
    await recordAction(trx, { accountId: fromAccountId }, act, now);
  });
}

export async function cancelTransfer(
  { db, clock, urls }: TransferDeps,
  who: Caller,
  id: string,
): Promise<void> {
  const { accountId } = who;
  const found = await findTransfer(db, id);
  if (found?.fromAccountId !== accountId) throw new Problem('transfer_not_found');
  const now = clock();
  await db.write(async (trx) => {
    const { email: to, issuerId, name } = await lockOpenOffer(trx, id, now);
    await closeTransfer(trx, id, { state: 'canceled', now });
    const email = canceledEmail({ name, url: urls.dashboard, account: found.account });
    if (to) await send(trx, { to, email, accountId }, now);
    await recordAction(trx, who, { action: 'cancelTransfer', target: issuerId, name }, now);
  });
}

/** Offers to other owners look like unknown ones. */
async function findOffer(
  db: Database | Trx,
  who: Caller,
  id: string,
): Promise<ListedTransfer & { email: string }> {
  const found = await findTransfer(db, id);
  const own = await findOwnerAddresses(db, who);
  const email = found?.email ?? '';
  if (!found || !own.includes(toAddressKey(email)) || found.fromAccountId === who.accountId)
    throw new Problem('transfer_not_found');
  return { ...found, email };
}

async function lockOpenOffer(trx: Trx, id: string, now: Date): Promise<TransferRow> {
  const transfer = await lockTransfer(trx, id);
  if (!transfer) throw new Problem('transfer_not_found');
  const { state, expiresAt } = transfer;
  if (computeTransferState(state, expiresAt.getTime(), now.getTime()) !== 'offered')
    throw new Problem('transfer_closed');
  return transfer;
}

async function assertMovable(trx: Trx, issuerId: string, accountId: string): Promise<void> {
  const refusal: ErrorCode | undefined = findMoveRefusal(
    await readMoveObstacles(trx, issuerId, accountId),
  );
  if (refusal) throw new Problem(refusal);
}

/** The team sees emails of the account, and would learn an address other than that of the sign-up. */
export async function mailOwner(
  trx: Trx,
  accountId: string,
  email: EmailContent,
  now: Date,
): Promise<void> {
  const owner = await readOwner(trx, accountId);
  const to = owner && (await findReadAddress(trx, owner.personId, owner.email));
  const isKnown = owner && to && toAddressKey(to) === toAddressKey(owner.accountEmail);
  if (to) await send(trx, { to, email, ...(isKnown && { accountId }) }, now);
}

async function send(
  trx: Trx,
  mail: { to: string; email: EmailContent; accountId?: string },
  now: Date,
): Promise<void> {
  await queueMails(trx, [{ ...mail, kind: transferMailKind }], now);
}
