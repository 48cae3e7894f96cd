import {
  type AttributeValue,
  areErrorDetails,
  type CredentialDetails,
  type CredentialDetailsInput,
  credentialDates,
  credentialDetails,
  type ErrorDetail,
  fold,
  plans,
  readAttributes,
} from '@insignia/contract';
import { CompiledQuery } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId, newRoutedId, type RoutedId, readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { BaseUrlRecord } from '../../platform/db/base-url.ts';
import { type Database, sqlState, type Trx } from '../../platform/db/index.ts';
import {
  type IdempotencyKey,
  type IdempotentReply,
  runIdempotent,
} from '../../platform/http/idempotency.ts';
import { getTraceparent } from '../../platform/tracing/index.ts';
import { periodStart } from '../accounts/index.ts';
import {
  type CredentialColumns,
  findDuplicate,
  lockQuotaUsage,
  readBadgeAttributes,
} from './issue-store.ts';

/** Metric name. */
export const issuedTotal = 'insignia_credentials_issued_total';

export type IssueDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  /** Stored with the first credential, because ids contain it. */
  baseUrl: BaseUrlRecord;
  /** Counts credentials issued by requests. */
  issued: { value: number };
  isTraced: boolean;
};

type Input = {
  badgeId: string;
  recipient: { name: string; email: string };
  issuedOn: string;
  expires?: string | null | undefined;
  onDuplicate?: 'issue' | 'skip' | undefined;
} & CredentialDetailsInput;

type IssueCall = { who: Caller; body: Input; once: () => IdempotencyKey | undefined };
type IssueReply = { awardId: string; skipped?: true };

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
export async function issueOne(
  deps: IssueDeps,
  { who, body: input, once: readKey }: IssueCall,
): Promise<IdempotentReply<IssueReply>> {
  const once = readKey();
  const { fields, ...prepared } = prepareCredential(deps, who, input);
  const reply = { awardId: deps.urls.credential(prepared.id) };
  if (!deps.baseUrl.isStored) await deps.baseUrl.store();
  const traceparent = deps.isTraced ? getTraceparent() : undefined;
  const { attributes: values = {} } = input;
  for (;;) {
    const { attributes, edition, errors } =
      Object.keys(values).length > 0
        ? await checkAttributes(deps.db, prepared, values)
        : noAttributes;
    const details = credentialDetails(input, attributes);
    const credential = { ...prepared, ...toCredentialColumns({ ...fields, details }), edition };
    try {
      // Also for invalid input: a stored reply is repeated, and other errors take precedence.
      if (input.onDuplicate === 'skip')
        return await issueUnlessDuplicate(deps, credential, { once, reply });
      const stored = await issueCredential(deps.db, credential, { once, reply }, traceparent);
      if (stored) return { answer: stored, replayed: true };
      deps.issued.value += 1;
      return { answer: reply, replayed: false };
    } catch (error) {
      throwUnlessBadgeChanged(error, errors, once !== undefined);
    }
  }
}

/**
 * Everything that issues for an account waits for its quota, so nobody issues the same badge to the
 * recipient between the check and the commit.
 */
async function issueUnlessDuplicate(
  { db, urls }: IssueDeps,
  credential: NewCredential,
  { once, reply }: IdempotentIssue<IssueReply>,
): Promise<IdempotentReply<IssueReply>> {
  const { accountId, badgeId, emailSearch, now } = credential;
  return runIdempotent(db, accountId, once, now, async (trx): Promise<IssueReply> => {
    await lockQuotaUsage(trx, accountId);
    const duplicate = await findDuplicate(trx, accountId, badgeId, emailSearch);
    // Invalid details are refused below.
    if (duplicate && credential.edition !== NO_VERSION)
      return { awardId: urls.credential(duplicate), skipped: true };
    await issueCredential(trx, credential, { reply });
    trx.onCommit.count(issuedTotal, { way: 'request' });
    return reply;
  });
}

function prepareCredential({ clock }: IssueDeps, who: Caller, input: Input) {
  const badgeId = readId(input.badgeId);
  if (!badgeId) throw new Problem('badge_not_found');
  const now = clock();
  const { recipient, issuedOn, expires = null } = input;
  const dates = credentialDates(issuedOn, expires ?? undefined, now.getTime());
  if (Array.isArray(dates)) throw new Problem('invalid_request', { details: dates });
  return {
    fields: { ...recipient, dates, typedDates: { issuedOn, expires } },
    id: newRoutedId(who.accountId),
    eventId: newId(),
    accountId: who.accountId,
    badgeId,
    now,
    period: periodStart(who.accountCreatedAt, now),
    limit: plans[who.plan].credentials,
    act: {
      id: newId(),
      personId: who.personId,
      keyId: who.keyId ?? null,
      fields: Object.keys(input),
    },
  };
}

/** Times in epoch milliseconds. Dates are also kept as given, because the event repeats them. */
export type CredentialInput = {
  name: string;
  email: string;
  dates: { issuedOn: number; expires: number | undefined };
  typedDates: { issuedOn: string; expires: string | null };
  details: CredentialDetails | null;
};

export function toCredentialColumns(input: CredentialInput): CredentialColumns {
  const { name, email, dates, typedDates, details } = input;
  return {
    name,
    email,
    nameSearch: fold(name),
    emailSearch: fold(email),
    issuedOn: new Date(dates.issuedOn),
    expires: dates.expires === undefined ? null : new Date(dates.expires),
    typedDates,
    details: details && JSON.stringify(details),
  };
}

/** The badge is read again if it changed after the details were found valid. */
function throwUnlessBadgeChanged(error: unknown, details: ErrorDetail[], isOnce: boolean): void {
  const state = sqlState(error);
  if (state === BADGE_CHANGED && details.length === 0) return;
  if (state === BADGE_CHANGED) throw new Problem('invalid_request', { details });
  // A concurrent request with the same key holds the row.
  if (state === '55P03' && isOnce)
    throw new Problem('request_in_progress', { retryAfterSeconds: 1 });
  const code = refusals[state as keyof typeof refusals];
  throw code ? new Problem(code) : error;
}

type CheckedAttributes = {
  attributes: AttributeValue[];
  /** Version of the badge that was checked; null if it doesn't matter. */
  edition: number | null;
  errors: ErrorDetail[];
};
const noAttributes: CheckedAttributes = { attributes: [], edition: null, errors: [] };

/** Never the version of a badge. */
const NO_VERSION = 0;

/** Validates attributes against the badge's custom fields. */
async function checkAttributes(
  db: Database,
  badge: { accountId: string; badgeId: string },
  values: Record<string, string | number>,
): Promise<CheckedAttributes> {
  const { edition, defined } = await readBadgeAttributes(db, badge);
  const attributes = readAttributes(values, defined);
  return areErrorDetails(attributes)
    ? { attributes: [], edition: NO_VERSION, errors: attributes }
    : { attributes, edition, errors: [] };
}

type NewCredential = CredentialColumns & {
  id: RoutedId;
  accountId: string;
  badgeId: string;
  eventId: string;
  now: Date;
  period: Date;
  limit: number;
  /** Version of the badge that `details` was checked against, if it matters. */
  edition: number | null;
  act: { id: string; personId: string; keyId: string | null; fields: string[] };
};

/** `reply` is the response, also for repetitions with the same key. */
type IdempotentIssue<T> = { once?: IdempotencyKey | undefined; reply: T };

/** The only issuing statement. `bench/` runs pgbench with the same text. */
export const issueStatement = `select issue_credential(
  p_account => $1, p_badge => $2, p_id => $3, p_event => $4,
  p_name => $5, p_email => $6, p_name_search => $7, p_email_search => $8, p_issued_on => $9, p_expires => $10, p_event_dates => $11,
  p_now => $12, p_period => $13, p_limit => $14, p_key => $15, p_fingerprint => $16, p_reply => $17,
  p_act => $18, p_person => $19, p_api_key => $20, p_fields => $21, p_details => $22, p_edition => $23) as kept`;

/** Sets the trace for this statement's rows first. */
const tracedIssueStatement = `${issueStatement} from (select set_config('insignia.traceparent', $24, true) offset 0) traced`;

/** Returns the stored reply of an earlier request with the same key, or null if this one issued. */
export async function issueCredential<T>(
  db: Database | Trx,
  c: NewCredential,
  { once, reply }: IdempotentIssue<T>,
  traceparent?: string,
): Promise<T | null> {
  const { rows } = await db
    .getExecutor()
    .executeQuery<{ kept: T | null }>(
      CompiledQuery.raw(traceparent ? tracedIssueStatement : issueStatement, [
        c.accountId,
        c.badgeId,
        c.id,
        c.eventId,
        c.name,
        c.email,
        c.nameSearch,
        c.emailSearch,
        c.issuedOn,
        c.expires,
        JSON.stringify(c.typedDates),
        c.now,
        c.period,
        c.limit,
        once?.key ?? null,
        once?.fingerprint ?? null,
        once ? JSON.stringify(reply) : null,
        c.act.id,
        c.act.personId,
        c.act.keyId,
        c.act.fields,
        c.details,
        c.edition,
        ...(traceparent ? [traceparent] : []),
      ]),
    );
  return rows[0]?.kept ?? null;
}
