import {
  type AccountEvent,
  type AccountEventName,
  type CredentialEvent,
  deliveredEvents,
  type EventName,
  optInEvents,
  type WebhookEventName,
} from '@insignia/contract';

/** Content of a delivery: an event with bare ids, or only its type for pings and deleted events. */
export type EventPayload =
  | (CredentialEvent<Exclude<WebhookEventName, AccountEventName>> & { credentialId: string })
  | { type: AccountEventName; credentialId: null; data: AccountEvent['data'] }
  | { type: WebhookEventName | 'ping'; credentialId: null; data: null };

/** Slower endpoints get fewer slots, so that they can't occupy the worker. */
const FAST_REPLY_MS = 1_000;

/** Concurrent deliveries to an endpoint: at most 8 (decisions, "Webhooks"). */
export function concurrencyLimit(endpoint: {
  failureCount: number;
  lastLatencyMs: number | null;
}): number {
  if (endpoint.failureCount > 0 || endpoint.lastLatencyMs === null) return 1;
  return endpoint.lastLatencyMs <= FAST_REPLY_MS ? 8 : 2;
}

/** After a rotation, the old secret also signs during this time. */
export const secretOverlapMs = 24 * 3_600_000;

export const deliveryRetentionMs = 30 * 86_400_000;

/**
 * True if the endpoint receives the event. The trigger `fan_out_events` implements it, and a test
 * compares both.
 */
export function isSubscribed(
  endpoint: { active: boolean; events: string[] },
  event: EventName | AccountEventName,
): boolean {
  const isPublished = (deliveredEvents as readonly string[]).includes(event);
  const isOptIn = (optInEvents as readonly string[]).includes(event);
  const names = isOptIn ? [event] : ['*', event];
  return endpoint.active && isPublished && names.some((name) => endpoint.events.includes(name));
}

/** A failed attempt. Times in epoch milliseconds, durations in milliseconds. */
export type AttemptFailure = {
  id: string;
  startedAt: number;
  status: number | null;
  /** From the header Retry-After. */
  retryAfter: number | null;
  /** From 0 to 1. */
  jitter: number;
};

export type EndpointOutage = {
  active: boolean;
  failureCount: number;
  /** When the first failure was recorded. */
  failingSince: number | null;
};

/** Consecutive failures that disable an endpoint (interface specification §6.4). */
export const MAX_CONSECUTIVE_FAILURES = 20;
/** Gone (RFC 9110 §15.5.11): the endpoint wants no more deliveries. */
const GONE_STATUS = 410;

/** Adds jitter, so that deliveries that failed together aren't retried together. */
export function addJitter(ms: number, jitter: number): number {
  return ms * (0.8 + 0.4 * jitter);
}

/** Retry-After may extend the delay up to twice the schedule. */
export function applyRetryAfter(ms: number, retryAfter: number | null): number {
  return Math.min(Math.max(ms, retryAfter ?? 0), 2 * ms);
}

/**
 * Effect of a failure on its delivery, attempted `tries` times before, and on its endpoint.
 * `schedule` lists delays. `dueIn` is null after the last attempt. `nextIn` is the endpoint's
 * pause, null if unchanged.
 */
export function applyFailure(
  outage: EndpointOutage,
  failure: AttemptFailure,
  tries: number,
  schedule: number[],
  now: number,
) {
  const { startedAt, status, retryAfter, jitter } = failure;
  const attempt = tries + 1;
  const delay = schedule[attempt - 1];
  // Attempts in flight at the first failure don't count separately.
  const counts = outage.failureCount === 0 || startedAt >= (outage.failingSince ?? 0);
  const failureCount = outage.failureCount + Number(counts);
  const step = schedule[Math.min(failureCount, schedule.length) - 1] ?? 0;
  const isDisabled =
    outage.active && (status === GONE_STATUS || failureCount >= MAX_CONSECUTIVE_FAILURES);
  return {
    attempt,
    dueIn: delay === undefined ? null : addJitter(delay, jitter),
    nextIn: counts ? applyRetryAfter(addJitter(step, jitter), retryAfter) : null,
    isDisabled,
    outage: {
      active: outage.active && !isDisabled,
      failureCount,
      failingSince: outage.failingSince ?? now,
    },
  };
}

type RecordedFailure<F> = { failure: F; attempt: number; dueIn: number | null };
export type FailureOutcome = { failureCount: number; nextIn: number | null; isDisabled: boolean };

/**
 * Like `applyFailure`, for several failures of one endpoint. `waiting` has the attempts of each
 * pending delivery. Nothing is recorded for others, or once the endpoint is disabled.
 */
export function applyFailures<F extends AttemptFailure>(
  outage: EndpointOutage,
  failures: F[],
  waiting: ReadonlyMap<string, number>,
  schedule: number[],
  now: number,
): { attempts: RecordedFailure<F>[]; after: FailureOutcome } {
  const tries = new Map(waiting);
  const attempts: RecordedFailure<F>[] = [];
  let { nextIn, isDisabled }: Omit<FailureOutcome, 'failureCount'> = {
    nextIn: null,
    isDisabled: false,
  };
  let state = outage;
  for (const failure of failures.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const before = tries.get(failure.id);
    if (before === undefined || isDisabled) continue;
    const { attempt, dueIn, ...next } = applyFailure(state, failure, before, schedule, now);
    attempts.push({ failure, attempt, dueIn });
    if (dueIn === null) tries.delete(failure.id);
    else tries.set(failure.id, attempt);
    state = next.outage;
    nextIn = next.nextIn ?? nextIn;
    isDisabled = next.isDisabled;
  }
  return { attempts, after: { failureCount: state.failureCount, nextIn, isDisabled } };
}
