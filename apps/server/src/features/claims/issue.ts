import {
  areErrorDetails,
  credentialDates,
  credentialDetails,
  fold,
  readAttributes,
} from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Trx } from '../../platform/db/index.ts';
import { setMailsAbout } from '../../platform/mail/index.ts';
import { type Actor, recordAction, recordActions } from '../audit/index.ts';
import { issueMany } from '../credentials/index.ts';
import { sendMany } from '../sharing/index.ts';
import { type ClaimDeps, lockOwnClaim } from './manage.ts';
import {
  addClaimed,
  type ClaimBadge,
  type ClaimRequestRow,
  type ClaimRow,
  deleteRequests,
  lockClaim,
  lockWaitingRequests,
  setRequestCredentials,
} from './store.ts';

export type IssueContext = { actor: Actor; badge: ClaimBadge; urls: Urls; now: Date };

/**
 * Issues and emails the credentials of these requests, or throws. Places are counted under the lock
 * of the claim code, and the quota as for every other way of issuing.
 */
export async function issueRequests(
  trx: Trx,
  claim: ClaimRow,
  requests: ClaimRequestRow[],
  { actor, badge, urls, now }: IssueContext,
): Promise<string[]> {
  const { accountId, badgeId } = claim;
  if (!badge.verified) throw new Problem('issuer_not_verified');
  if (claim.places !== null && claim.claimed + requests.length > claim.places)
    throw new Problem('claim_exhausted');
  const issuedOn = now.toISOString();
  const dates = credentialDates(issuedOn, undefined, now.getTime());
  if (Array.isArray(dates)) throw new Problem('invalid_request', { details: dates });
  const inputs = requests.map(({ id: requestId, name, email, attributes, mailId }) => ({
    ...{ requestId, mailId, name, email, dates, typedDates: { issuedOn, expires: null } },
    details: credentialDetails({}, readKnownValues(attributes ?? {}, badge)),
  }));
  const by = { personId: actor.personId ?? null, keyId: actor.keyId ?? null };
  const order = { accountId, badgeId, by, skipsDuplicates: false, now, way: 'claim' } as const;
  const { issued, over } = await issueMany(trx, order, inputs);
  if (over.length > 0) throw new Problem('quota_reached');
  await addClaimed(trx, claim.id, issued.length);
  await setRequestCredentials(
    trx,
    issued.map(({ requestId, id }) => ({ requestId, credentialId: id })),
  );
  const ids = issued.map(({ id }) => id);
  await setMailsAbout(
    trx,
    issued.map(({ id, mailId }) => ({ mailId, about: id })),
  );
  await recordActions(trx, actor, { action: 'createAward', targets: ids }, now);
  await sendMany(trx, { accountId, urls, now }, ids);
  return ids;
}

/** Values that still fit: the badge may have been edited since they were typed. */
function readKnownValues(values: Record<string, string>, { attributes }: ClaimBadge) {
  return attributes.flatMap((attribute) => {
    const value = Object.entries(values).find(([name]) => fold(name) === fold(attribute.name));
    const read = value ? readAttributes({ [value[0]]: value[1] }, [attribute]) : [];
    return areErrorDetails(read) ? [] : read;
  });
}

export async function approveRequests(
  { db, clock, urls }: ClaimDeps,
  who: Caller,
  id: string,
  requestIds: string[],
): Promise<{ issued: number; skipped: number }> {
  const ids = [...new Set(requestIds)];
  return db.write(async (trx) => {
    const { badge } = await lockOwnClaim(trx, who.accountId, id);
    const claim = await lockClaim(trx, id);
    if (!claim) throw new Problem('claim_not_found');
    const waiting = await lockWaitingRequests(trx, id, ids);
    const now = clock();
    const issued =
      waiting.length === 0
        ? []
        : await issueRequests(trx, claim, waiting, { actor: who, badge, urls, now });
    if (issued.length > 0) {
      const action = { action: 'approveClaims', target: claim.badgeId } as const;
      await recordAction(trx, who, action, now);
    }
    return { issued: issued.length, skipped: ids.length - issued.length };
  });
}

export async function declineRequests(
  { db, clock }: ClaimDeps,
  who: Caller,
  id: string,
  requestIds: string[],
): Promise<{ declined: number; skipped: number }> {
  const ids = [...new Set(requestIds)];
  return db.write(async (trx) => {
    const { claim } = await lockOwnClaim(trx, who.accountId, id);
    const waiting = await lockWaitingRequests(trx, id, ids);
    if (waiting.length > 0) {
      await deleteRequests(
        trx,
        waiting.map((each) => each.id),
      );
      const action = { action: 'declineClaims', target: claim.badgeId } as const;
      await recordAction(trx, who, action, clock());
    }
    return { declined: waiting.length, skipped: ids.length - waiting.length };
  });
}
