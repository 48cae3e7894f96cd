import { randomBytes } from 'node:crypto';
import { createClaimCode, fold, readClaimEnd } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import {
  type IdempotencyKey,
  type IdempotentReply,
  runIdempotent,
} from '../../platform/http/idempotency.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { deleteMailsTo } from '../../platform/mail/index.ts';
import { recordAction } from '../audit/index.ts';
import {
  type ClaimBadge,
  type ClaimRow,
  deleteClaimRow,
  deleteEntries,
  deleteExpiredCodes,
  findClaim,
  insertClaim,
  lockClaimBadge,
  setClaimActive,
} from './store.ts';
import { claimCodeMailKind } from './texts.ts';

export type ClaimDeps = { db: Database; clock: Clock; urls: Urls };

type NewClaim = {
  limit?: number | null | undefined;
  expires?: string | null | undefined;
  approval?: boolean | undefined;
  fields?: string[] | undefined;
};
type CreatedClaim = { claimId: string; code: string; url: string };

export async function createClaim(
  { db, clock, urls }: ClaimDeps,
  who: Caller,
  badgeId: string,
  input: NewClaim,
  once: IdempotencyKey | undefined,
): Promise<IdempotentReply<CreatedClaim>> {
  const now = clock();
  const end = input.expires ? readClaimEnd(input.expires) : undefined;
  if (end !== undefined && end <= now.getTime()) throw invalid('expires', 'must be in the future');
  const { accountId } = who;
  return runIdempotent(db, accountId, once, now, async (trx) => {
    const badge = await lockClaimBadge(trx, accountId, badgeId);
    if (!badge) throw new Problem('badge_not_found');
    if (!badge.verified) throw new Problem('issuer_not_verified');
    const [claimId, code] = [newId(), createClaimCode(randomBytes(12))];
    await insertClaim(trx, {
      ...{ id: claimId, accountId, badgeId, code, claimed: 0, active: true, createdAt: now },
      places: input.limit ?? null,
      expires: end === undefined ? null : new Date(end),
      approval: input.approval ?? false,
      fields: readFields(input.fields ?? [], badge),
    });
    const action = { action: 'createClaim', target: badgeId, fields: input } as const;
    await recordAction(trx, who, action, now);
    return { claimId, code, url: urls.claim(code) };
  });
}

/** The fields in the badge's order and spelling. */
function readFields(names: string[], { attributes }: ClaimBadge): string[] {
  const requested = new Set(names.map(fold));
  const known = attributes.filter(({ name }) => requested.has(fold(name)));
  const foreign = names.filter((name) => !known.some((each) => fold(each.name) === fold(name)));
  if (foreign.length > 0)
    throw invalid('fields', `contains “${foreign[0]}”, which isn't an attribute of this badge`);
  return known.map(({ name }) => name);
}

/** Locks the badge first, as deleting it does. The issuer may have moved to another account meanwhile. */
export async function lockOwnClaim(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<{ claim: ClaimRow; badge: ClaimBadge }> {
  const claim = await findClaim(trx, accountId, id);
  const badge = claim && (await lockClaimBadge(trx, accountId, claim.badgeId));
  if (!badge) throw new Problem('claim_not_found');
  return { claim, badge };
}

/** Repeating it changes nothing. Waits for people who are taking a place. */
export async function changeClaim(
  { db, clock }: ClaimDeps,
  who: Caller,
  id: string,
  active: boolean,
): Promise<void> {
  await db.write(async (trx) => {
    const { claim } = await lockOwnClaim(trx, who.accountId, id);
    if (!(await setClaimActive(trx, id, active))) throw new Problem('claim_not_found');
    const action = { action: 'updateClaim', target: claim.badgeId, fields: { active } } as const;
    await recordAction(trx, who, action, clock());
  });
}

export async function deleteClaim(
  { db, clock }: ClaimDeps,
  who: Caller,
  id: string,
): Promise<void> {
  await db.write(async (trx) => {
    const { claim } = await lockOwnClaim(trx, who.accountId, id);
    if (!(await deleteClaimRow(trx, id))) throw new Problem('claim_not_found');
    const action = { action: 'deleteClaim', target: claim.badgeId } as const;
    await recordAction(trx, who, action, clock());
  });
}

export function registerClaimsWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores({ name: 'claim codes', run: (trx) => deleteExpiredCodes(trx, clock()) });
}

/**
 * Erases what an address entered on the account's claim pages, and the emails with codes. Only the
 * email whose code led to a credential is linked to it.
 */
export async function eraseFromClaims(trx: Trx, accountId: string, email: string): Promise<void> {
  await deleteEntries(trx, accountId, email);
  await deleteMailsTo(trx, { accountId, kind: claimCodeMailKind.name, to: email });
}
