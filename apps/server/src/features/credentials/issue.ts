import { type CredentialDetailsInput, credentialDates } from '@insignia/contract';
import { periodStart } from '../../kernel/calendar.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId, newRoutedId, readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { sqlState } from '../../platform/db/index.ts';
import type { IdempotencyKey, IdempotentReply } from '../../platform/http/idempotency.ts';
import { getTraceparent } from '../../platform/tracing/index.ts';
import { planLimits } from '../accounts/index.ts';
import { checkDetails } from './check-details.ts';
import { toCredentialColumns } from './columns.ts';
import type { CredentialDeps } from './deps.ts';
import { issueCredential } from './issue-store.ts';
import { issuedTotal } from './metric-names.ts';

type Input = {
  badgeId: string;
  recipient: { name: string; email: string };
  issuedOn: string;
  expires?: string | null | undefined;
} & CredentialDetailsInput;

/** The badge was edited after its fields were read, or the values don't match. */
const BADGE_CHANGED = 'IN412';
const refusals = {
  IN404: 'badge_not_found',
  IN400: 'issuer_not_verified',
  IN402: 'quota_reached',
  IN409: 'idempotency_key_reused',
} as const;

/**
 * One round trip: checks badge and issuer, takes quota, inserts credential and event, or does
 * nothing.
 */
export async function issueOne<T>(
  deps: CredentialDeps,
  who: Caller,
  input: Input,
  once: IdempotencyKey | undefined,
  replyOf: (credentialId: string) => T,
): Promise<IdempotentReply<T>> {
  const { columns, ...prepared } = prepareCredential(deps, who, input);
  const reply = replyOf(prepared.id);
  await deps.keepBaseUrl();
  for (;;) {
    const { faults, edition, details } = await checkDetails(deps.db, prepared, input);
    const credential = { ...prepared, ...toCredentialColumns({ ...columns, details }), edition };
    try {
      // Also runs for invalid input: a stored reply is repeated, and other errors take precedence.
      const kept = await issueCredential(
        deps.db,
        credential,
        once && { ...once, reply },
        getTraceparent(),
      );
      if (kept) return { answer: kept, replayed: true };
      deps.db.figures.add(issuedTotal, { way: 'request' });
      return { answer: reply, replayed: false };
    } catch (error) {
      if (sqlState(error) !== BADGE_CHANGED) throw explainIssueError(error, once !== undefined);
      if (faults.length > 0) throw new Problem('invalid_request', { details: faults });
    }
  }
}

function prepareCredential({ clock }: CredentialDeps, who: Caller, input: Input) {
  const badgeId = readId(input.badgeId);
  if (!badgeId) throw new Problem('badge_not_found');
  const now = clock();
  const { recipient, issuedOn, expires = null } = input;
  const dates = credentialDates(input, now.getTime());
  if (Array.isArray(dates)) throw new Problem('invalid_request', { details: dates });
  const fields = Object.keys(input).filter((field) => input[field as keyof Input] !== undefined);
  return {
    columns: { ...recipient, dates, given: { issuedOn, expires } },
    id: newRoutedId(who.accountId),
    eventId: newId(),
    accountId: who.accountId,
    badgeId,
    now,
    period: periodStart(who.accountCreatedAt, now),
    limit: planLimits(who.plan).credentials,
    act: { id: newId(), personId: who.personId, keyId: who.keyId ?? null, fields },
  };
}

function explainIssueError(error: unknown, isOnce: boolean): unknown {
  const state = sqlState(error);
  // A concurrent request with the same key holds the row.
  if (state === '55P03' && isOnce)
    return new Problem('request_in_progress', { retryAfterSeconds: 1 });
  const code = refusals[state as keyof typeof refusals];
  return code ? new Problem(code) : error;
}
