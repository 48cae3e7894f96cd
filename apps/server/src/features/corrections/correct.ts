import { type ErrorDetail, fold, MAX_CORRECTED_AWARDS } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import {
  type IdempotencyKey,
  type IdempotentReply,
  runIdempotent,
} from '../../platform/http/idempotency.ts';
import type { AssertMatches, TaggedReply } from '../../platform/http/index.ts';
import type { TakeMails } from '../accounts/index.ts';
import { recordAction } from '../audit/index.ts';
import {
  type CorrectableCredential,
  type Correction,
  type CredentialChange,
  computeCorrectionEtag,
  computeRecipientId,
  correctMany,
  decideCorrection,
  findRenewalError,
  lockToCorrect,
} from '../credentials/index.ts';
import {
  type CorrectedCredential,
  correctQueuedMails,
  type RenderReminder,
  sendMany,
} from '../sharing/index.ts';
import { listAddressCredentials, readEditionNumber, readMailObstacle } from './store.ts';

export type CorrectDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  takeMails: TakeMails;
  renderReminder: RenderReminder;
  /** Invalidates public documents of these credentials in this process. */
  invalidateCredentials: (ids: string[]) => void;
};

type EmailOutcome = 'none' | 'queued' | 'unsubscribed' | 'bounced';
type CorrectionReply = {
  awardId: string;
  corrected: boolean;
  edition: number;
  email: EmailOutcome;
};

type OneRequest = {
  id: string;
  fields: object;
  once: IdempotencyKey | undefined;
  assertMatches: AssertMatches;
};
type Settings = { reason?: string | undefined; notify?: boolean | undefined };

export async function correctOne(
  deps: CorrectDeps,
  who: Caller,
  request: OneRequest,
  { reason, notify = false, ...change }: CredentialChange & Settings,
): Promise<IdempotentReply<TaggedReply<CorrectionReply>>> {
  const decide = (credential: CorrectableCredential, now: Date) =>
    decideCorrection(credential, change, credential.defined ?? [], now);
  const cause = { action: 'corrected', reason: reason ?? null } as const;
  return replaceEdition(deps, who, request, { operation: 'correctAward', cause, notify, decide });
}

export async function renewOne(
  deps: CorrectDeps,
  who: Caller,
  request: OneRequest,
  expires: string,
): Promise<IdempotentReply<TaggedReply<CorrectionReply>>> {
  const decide = (credential: CorrectableCredential, now: Date) => {
    const decision = decideCorrection(credential, { expires }, [], now);
    if (Array.isArray(decision)) return decision;
    const error = findRenewalError(credential.expires, decision.after.expires, now);
    return error ? [error] : decision;
  };
  const cause = { action: 'renewed', reason: null } as const;
  const renewal = { operation: 'renewAward', cause, notify: false, decide } as const;
  return replaceEdition(deps, who, request, renewal);
}

type NextEdition = {
  operation: 'correctAward' | 'renewAward';
  cause: { action: 'corrected' | 'renewed'; reason: string | null };
  notify: boolean;
  decide: (credential: CorrectableCredential, now: Date) => Correction | ErrorDetail[];
};

/** Runs in one transaction that locks the credential. */
async function replaceEdition(
  deps: CorrectDeps,
  who: Caller,
  { id, fields, once, assertMatches }: OneRequest,
  { operation, cause, notify, decide }: NextEdition,
): Promise<IdempotentReply<TaggedReply<CorrectionReply>>> {
  const { db, clock, urls } = deps;
  const { accountId } = who;
  const now = clock();
  const result = await runIdempotent(db, accountId, once, now, async (trx) => {
    const credential = await lockUnrevoked(trx, accountId, id);
    assertMatches(computeCorrectionEtag(credential));
    const correction = assertAllowed(decide(credential, now));
    const corrected = correction.changes.length > 0 ? [{ ...credential, ...correction }] : [];
    if (corrected.length > 0) {
      await correctMany(trx, { ...cause, accountId, by: who, now }, corrected);
      await recordAction(trx, who, { action: operation, target: id, fields }, now);
    }
    const email = await emailRecipient(deps, trx, who, corrected, { notify, now });
    const corrections = credential.corrections + corrected.length;
    const edition = await readEditionNumber(trx, id);
    const isCorrected = corrected.length > 0;
    const answer = { awardId: urls.credential(id), corrected: isCorrected, edition, email };
    return { answer, etag: computeCorrectionEtag({ id, corrections }) };
  });
  // Also after a replay: another process may have done the first request.
  deps.invalidateCredentials([id]);
  return result;
}

async function lockUnrevoked(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<CorrectableCredential> {
  const [credential] = await lockToCorrect(trx, accountId, [id]);
  if (!credential) throw new Problem('credential_not_found');
  if (credential.revokedAt) throw new Problem('credential_revoked');
  return credential;
}

function assertAllowed(decision: Correction | ErrorDetail[]): Correction {
  if (Array.isArray(decision)) throw new Problem('invalid_request', { details: decision });
  return decision;
}

/**
 * Emails corrected credentials of one address if requested, unless it unsubscribed or bounced. An
 * email that is still queued follows its credential, and isn't sent twice.
 */
async function emailRecipient(
  { takeMails, urls, renderReminder }: CorrectDeps,
  trx: Trx,
  who: Caller,
  corrected: CorrectedCredential[],
  { notify, now }: { notify: boolean; now: Date },
): Promise<EmailOutcome> {
  const [first] = corrected;
  if (!first) return 'none';
  const context = { accountId: who.accountId, urls, now, renderReminder };
  const queued = await correctQueuedMails(trx, { ...context, replacesPaused: notify }, corrected);
  const ids = notify ? corrected.map(({ id }) => id).filter((id) => !queued.has(id)) : [];
  if (ids.length + queued.size === 0) return 'none';
  const obstacle = await readMailObstacle(trx, first.id);
  if (obstacle) return obstacle;
  if (ids.length > 0) await takeMails(trx, who, ids.length);
  await sendMany(trx, context, ids);
  return 'queued';
}

type RecipientChange = NonNullable<CredentialChange['recipient']>;
type RecipientReply = {
  recipientId: string;
  corrected: number;
  unchanged: number;
  revoked: number;
  email: EmailOutcome;
};

/**
 * Corrects name or address on all unrevoked credentials of a recipient, or on none. `findAddress`
 * returns the folded address.
 */
export async function correctRecipient(
  deps: CorrectDeps,
  who: Caller,
  findAddress: (trx: Trx) => Promise<string>,
  { reason, notify = false, ...recipient }: RecipientChange & Settings,
  once: IdempotencyKey | undefined,
): Promise<IdempotentReply<RecipientReply>> {
  const { accountId } = who;
  const now = deps.clock();
  let changed: string[] = [];
  const result = await runIdempotent(deps.db, accountId, once, now, async (trx) => {
    const address = await findAddress(trx);
    const credentials = await lockRecipient(trx, accountId, address);
    const current = credentials.filter(({ revokedAt }) => !revokedAt);
    if (current.length === 0) throw new Problem('credential_revoked');
    const corrections = current
      .map((each) => ({
        ...each,
        ...assertAllowed(decideCorrection(each, { recipient }, [], now)),
      }))
      .filter(({ changes }) => changes.length > 0);
    changed = corrections.map(({ id }) => id);
    const cause = { action: 'corrected', reason: reason ?? null, by: who, now } as const;
    await correctMany(trx, { ...cause, accountId }, corrections);
    const fields = { ...recipient, reason, notify };
    if (changed.length > 0)
      await recordAction(trx, who, { action: 'correctRecipient', fields }, now);
    return {
      recipientId: computeRecipientId(
        accountId,
        recipient.email === undefined ? address : fold(recipient.email),
      ),
      corrected: changed.length,
      unchanged: current.length - changed.length,
      revoked: credentials.length - current.length,
      email: await emailRecipient(deps, trx, who, corrections, { notify, now }),
    };
  });
  if (changed.length > 0) deps.invalidateCredentials(changed);
  return result;
}

async function lockRecipient(
  trx: Trx,
  accountId: string,
  address: string,
): Promise<CorrectableCredential[]> {
  const ids = await listAddressCredentials(trx, accountId, address, MAX_CORRECTED_AWARDS + 1);
  if (ids.length > MAX_CORRECTED_AWARDS) throw new Problem('too_many_credentials');
  // Others may have moved some to another address before they were locked.
  const credentials = (await lockToCorrect(trx, accountId, ids)).filter(
    ({ emailSearch }) => emailSearch === address,
  );
  if (credentials.length === 0) throw new Problem('recipient_not_found');
  return credentials;
}
