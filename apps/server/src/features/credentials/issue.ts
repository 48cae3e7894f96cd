import { type BodyOf, type createAward, credentialDates } from '@insignia/contract';
import { periodStart } from '../../kernel/calendar.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId, readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { sqlState } from '../../platform/db/index.ts';
import type { Answered, Once } from '../../platform/idempotency.ts';
import { limitsOf } from '../accounts/index.ts';
import type { CredentialDeps } from './deps.ts';
import { issueCredential, type NewCredential } from './issue-store.ts';
import { fold } from './rules.ts';

type Wish = BodyOf<typeof createAward>;
export type Issued = { awardId: string };

const refusals = {
  IN404: 'badge_not_found',
  IN400: 'issuer_not_verified',
  IN402: 'quota_reached',
  IN409: 'idempotency_key_reused',
} as const;

/** One round trip: badge and issuer checked, quota taken, credential and event written, or nothing at all. */
export async function issue(
  deps: CredentialDeps,
  who: Caller,
  wish: Wish,
  once: Once | undefined,
): Promise<Answered<Issued>> {
  const credential = prepare(deps, who, wish);
  const awardId = deps.urls.award(credential.id);
  const key = once ? { ...once, reply: { awardId } } : undefined;
  await deps.keepBaseUrl();
  try {
    const kept = await issueCredential(deps.db, credential, key);
    return kept ? { answer: kept, replayed: true } : { answer: { awardId }, replayed: false };
  } catch (error) {
    throw explain(error, once !== undefined);
  }
}

function prepare({ clock }: CredentialDeps, who: Caller, wish: Wish): NewCredential {
  const badgeId = readId(wish.badgeId);
  if (!badgeId) throw new Problem('badge_not_found');
  const now = clock();
  const dates = credentialDates(wish.issuedOn, wish.expires, now.getTime());
  if (Array.isArray(dates)) throw new Problem('invalid_request', { details: dates });
  const { name, email } = wish.recipient;
  const fields = Object.keys(wish).filter((field) => wish[field as keyof Wish] !== undefined);
  return {
    id: newId(),
    eventId: newId(),
    accountId: who.accountId,
    badgeId,
    name,
    email,
    nameSearch: fold(name),
    emailSearch: fold(email),
    issuedOn: new Date(dates.issuedOn),
    expires: dates.expires === undefined ? null : new Date(dates.expires),
    eventDates: { issuedOn: wish.issuedOn, expires: wish.expires ?? null },
    now,
    period: periodStart(who.accountCreatedAt, now),
    limit: limitsOf(who.plan).credentials,
    act: { id: newId(), personId: who.personId, keyId: who.keyId ?? null, fields },
  };
}

function explain(error: unknown, isOnce: boolean): unknown {
  const state = sqlState(error);
  // The running twin holds the key's row.
  if (state === '55P03' && isOnce)
    return new Problem('request_in_progress', { retryAfterSeconds: 1 });
  const code = refusals[state as keyof typeof refusals];
  return code ? new Problem(code) : error;
}
