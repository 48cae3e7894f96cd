import { randomInt } from 'node:crypto';
import { areErrorDetails, type Language, readAttributes, readClaimCode } from '@insignia/contract';
import { toAddressKey } from '../../kernel/address-key.ts';
import { newId, readId } from '../../kernel/id.ts';
import { normalizeMailbox, readDigits } from '../../kernel/plain-text.ts';
import { Problem } from '../../kernel/problem.ts';
import type { BaseUrlRecord } from '../../platform/db/base-url.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { RateLimit, Throttle } from '../../platform/limits/throttle.ts';
import { queueMails, readQueueLength } from '../../platform/mail/index.ts';
import { equalBytes, hmac } from '../../platform/secrets/crypto.ts';
import type { PurposeKeys } from '../../platform/secrets/index.ts';
import type { TakeMails } from '../accounts/index.ts';
import { type IssueContext, issueRequests } from './issue.ts';
import type { ClaimDeps } from './manage.ts';
import { claimCodeLifetimeMs, computeClaimStatus, MAX_TRIES } from './rules.ts';
import {
  type ClaimRow,
  countTry,
  countWaitingCodes,
  type EnteredCode,
  findClaim,
  findClaimRequest,
  findPublicClaim,
  insertClaimCode,
  insertClaimRequest,
  lockClaim,
  lockClaimBadge,
  lockClaimCode,
  markCodeUsed,
  type PublicClaim,
} from './store.ts';
import { claimCodeEmail, claimCodeMailKind } from './texts.ts';

// Everyone in a lecture hall may have the same IP address.
const clientLimit: RateLimit = { name: 'claim-client', points: 1_000, seconds: 3_600 };
const triesLimit: RateLimit = { name: 'claim-tries', points: 2_000, seconds: 3_600 };
const mailboxLimit: RateLimit = { name: 'claim-mailbox', points: 5, seconds: 3_600 };

export type PublicClaimDeps = ClaimDeps & {
  throttle: Throttle;
  takeVisitorMails: TakeMails;
  /** Keys that hash the codes: six digits would be found from a plain hash. */
  codeKeys: PurposeKeys;
  /** Stored with the first credential, because ids contain it. */
  baseUrl: BaseUrlRecord;
};

/** Emails with codes that may wait for an attempt: a full lecture hall, and some more. */
const MAX_WAITING = { account: 1_000, client: 600 };
/** People wait at the page. After that time, asking later is better than queueing. */
const MAX_DELAY_MS = 60_000;
const RETRY_AFTER_SECONDS = 30;

/** Result of a step. `requestId` identifies it on the page; guessing it is impossible. */
export type ClaimResult =
  | { status: 'code_sent' | 'waiting'; requestId: string }
  | { status: 'issued'; credentialId: string };

export async function requireClaim({ db }: ClaimDeps, text: string): Promise<PublicClaim> {
  const code = readClaimCode(text);
  const claim = code && (await findPublicClaim(db, code));
  if (!claim) throw new Problem('claim_not_found');
  return claim;
}

type ClaimStart = {
  name: string;
  email: string;
  attributes?: Record<string, string | number> | undefined;
};
type Visitor = { client: string; language: Language };

/**
 * Emails a code, or refuses with `busy` if that would take too long. The response is the same
 * whether or not the address has the credential.
 */
export async function sendClaimCode(
  deps: PublicClaimDeps,
  claim: PublicClaim,
  { name, email, attributes = {} }: ClaimStart,
  { client, language }: Visitor,
): Promise<ClaimResult> {
  const { db, clock, urls, throttle, takeVisitorMails, codeKeys } = deps;
  const fields = claim.attributes.filter((each) => claim.fields.includes(each.name));
  const values = readAttributes(attributes, fields);
  if (areErrorDetails(values)) throw new Problem('invalid_request', { details: values });
  const now = clock();
  if (!claim.isVerified) throw new Problem('issuer_not_verified');
  assertOpen(claim, now);
  const { accountId, plan } = claim;
  const clientHash = hmac(codeKeys.current(), `client ${client}`);
  // Also before the limits, so that people who try again after `busy` don't use them up.
  await db.write((trx) => assertSentSoon(trx, accountId, clientHash));
  await throttle.take(clientLimit, client);
  await throttle.take(mailboxLimit, normalizeMailbox(email));
  const id = newId();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await db.write(async (trx) => {
    await takeVisitorMails(trx, { accountId, plan }, 1);
    await assertSentSoon(trx, accountId, clientHash);
    const mail = {
      ...{ to: email, kind: claimCodeMailKind, accountId },
      email: claimCodeEmail(claim, code, urls, language),
    };
    const [mailId = ''] = await queueMails(trx, [mail], now);
    await insertClaimCode(trx, {
      ...{ id, claimId: claim.id, accountId, mailId, name, email },
      attributes: Object.fromEntries(values.map((each) => [each.name, each.value])),
      codeHash: hmac(codeKeys.current(), `${id} ${code}`),
      client: clientHash,
      expires: new Date(now.getTime() + claimCodeLifetimeMs),
    });
  });
  return { status: 'code_sent', requestId: id };
}

async function assertSentSoon(trx: Trx, accountId: string, client: Buffer): Promise<void> {
  const limits = { limit: MAX_WAITING.account, lifetimeMs: claimCodeLifetimeMs };
  const queue = await readQueueLength(trx, 'claims', accountId, limits);
  const isFull = queue.waiting >= MAX_WAITING.account || queue.delayMs > MAX_DELAY_MS;
  if (isFull || (await countWaitingCodes(trx, client, MAX_WAITING.client)) >= MAX_WAITING.client)
    throw new Problem('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function assertOpen(claim: ClaimRow, now: Date): void {
  const status = computeClaimStatus(claim, now.getTime());
  if (status === 'exhausted') throw new Problem('claim_exhausted');
  if (status !== 'open') throw new Problem('claim_closed');
}

/**
 * Issues the credential, or lets the request wait for approval. Repeating it with the same code
 * gives the same result, also for an address that confirmed another code.
 */
export async function confirmClaim(
  deps: PublicClaimDeps,
  { id: claimId, accountId, badgeId }: PublicClaim,
  input: { requestId: string; code: string },
  client: string,
): Promise<ClaimResult> {
  const { db, clock, urls, throttle, codeKeys, baseUrl } = deps;
  await throttle.take(triesLimit, client);
  const codeId = readId(input.requestId);
  if (!codeId) throw new Problem('invalid_claim_code');
  const digits = readDigits(input.code);
  if (!baseUrl.isStored) await baseUrl.store();
  const result = await db.write(async (trx): Promise<ClaimResult | undefined> => {
    const now = clock();
    const badge = await lockClaimBadge(trx, accountId, badgeId);
    if (!badge) throw new Problem('claim_not_found');
    const sent = await readEnteredCode(trx, { claimId, codeId, digits, now }, codeKeys);
    if (!sent) return undefined;
    if (sent.requestId) {
      const done = await findClaimRequest(trx, claimId, sent.requestId);
      return done && toResult(done);
    }
    return takePlace(trx, sent, { actor: { accountId }, badge, urls, now });
  });
  if (!result) throw new Problem('invalid_claim_code');
  return result;
}

/** One request per address. Places are counted under the lock of the claim code. */
async function takePlace(
  trx: Trx,
  { id: codeId, claimId, accountId, name, email, attributes, mailId }: EnteredCode,
  context: IssueContext,
): Promise<ClaimResult> {
  const request = {
    ...{ id: newId(), claimId, accountId, mailId, name, email, emailSearch: toAddressKey(email) },
    ...{ attributes, createdAt: context.now },
  };
  const earlier = await insertClaimRequest(trx, request);
  await markCodeUsed(trx, codeId, earlier?.id ?? request.id);
  if (earlier) return toResult(earlier);
  // Without the lock first: once all places are taken, nobody waits to be refused.
  const seen = await findClaim(trx, accountId, claimId);
  if (seen) assertOpen(seen, context.now);
  const claim = seen && (await lockClaim(trx, claimId));
  if (!claim) throw new Problem('claim_not_found');
  assertOpen(claim, context.now);
  if (claim.approval) return { status: 'waiting', requestId: request.id };
  const waiting = { ...request, credentialId: null };
  const [credentialId = ''] = await issueRequests(trx, claim, [waiting], context);
  return { status: 'issued', credentialId };
}

type EnteredDigits = { claimId: string; codeId: string; digits: string; now: Date };

/** The code if the digits are right. A wrong try is counted, so the caller must commit. */
async function readEnteredCode(
  trx: Trx,
  { claimId, codeId, digits, now }: EnteredDigits,
  keys: PurposeKeys,
): Promise<EnteredCode | undefined> {
  const sent = await lockClaimCode(trx, claimId, codeId);
  if (!sent || sent.expires < now || sent.tries >= MAX_TRIES) return undefined;
  const hashes = keys.all().map((key) => hmac(key, `${codeId} ${digits}`));
  if (hashes.some((hash) => equalBytes(hash, sent.codeHash))) return sent;
  await countTry(trx, codeId);
  return undefined;
}

const toResult = (request: { id: string; credentialId: string | null }): ClaimResult =>
  request.credentialId
    ? { status: 'issued', credentialId: request.credentialId }
    : { status: 'waiting', requestId: request.id };

/** State of a request in the page's URL; undefined if unknown. */
export async function findClaimResult(
  { db }: ClaimDeps,
  { id: claimId }: PublicClaim,
  requestId: string,
): Promise<ClaimResult | undefined> {
  const request = await findClaimRequest(db, claimId, requestId);
  return request && toResult(request);
}
