import {
  type CredentialEvent,
  type EventName,
  type WebhookEventName,
  webhookEvents,
} from '@insignia/contract';

/** What a delivery tells: an event, its ids bare; nothing but its type when it is a ping, or the event is not kept. */
export type EventPayload =
  | (CredentialEvent<WebhookEventName> & { credentialId: string })
  | { type: WebhookEventName | 'ping'; credentialId: null; data: null };

/** Slower answers leave an endpoint fewer places, so that slow ones do not take all of a worker's. */
const quickMs = 1_000;

/** How many deliveries to an endpoint may be under way: at most 8 (decisions, "Webhooks"). */
export function placesFor(endpoint: {
  failureCount: number;
  lastLatencyMs: number | null;
}): number {
  if (endpoint.failureCount > 0 || endpoint.lastLatencyMs === null) return 1;
  return endpoint.lastLatencyMs <= quickMs ? 8 : 2;
}

/** A secret that was replaced signs beside the new one for so long. */
export const bothSignMs = 24 * 3_600_000;

/** The log of deliveries goes back so far. */
export const keptMs = 30 * 86_400_000;

/** Whether an endpoint is told of an event. The trigger `fan_out_events` does it, and a test holds it to this. */
export function wants(endpoint: { active: boolean; events: string[] }, event: EventName): boolean {
  const isPublished = (webhookEvents as readonly string[]).includes(event);
  return (
    endpoint.active && isPublished && ['*', event].some((name) => endpoint.events.includes(name))
  );
}

/** An attempt that failed; times in epoch milliseconds, spans in milliseconds. */
export type Failure = {
  id: string;
  startedAt: number;
  status: number | null;
  /** How long the answer asks us to wait. */
  retryAfter: number | null;
  /** 0 to 1. */
  jitter: number;
};

export type Outage = {
  active: boolean;
  failureCount: number;
  /** When its first failure was recorded. */
  failingSince: number | null;
};

/** So many failed attempts in a row disable an endpoint (interface specification §6.4). */
export const mostFailures = 20;
/** Gone (RFC 9110 §15.5.11): it wants no more. */
const gone = 410;

/** Deliveries that failed together do not come again together. */
export function spread(ms: number, jitter: number): number {
  return ms * (0.8 + 0.4 * jitter);
}

/** An answer may ask for more than the schedule, but for no more than twice as much. */
export function pause(ms: number, retryAfter: number | null): number {
  return Math.min(Math.max(ms, retryAfter ?? 0), 2 * ms);
}

/**
 * What one failure makes of a delivery that was tried `tries` times before, and of its endpoint. `schedule`: delays between
 * attempts. `dueIn`: null when it was the last attempt. `nextIn`: for how long nothing is sent, null when that stays as it is.
 */
export function afterFailure(
  outage: Outage,
  failure: Failure,
  tries: number,
  schedule: number[],
  now: number,
) {
  const { startedAt, status, retryAfter, jitter } = failure;
  const attempt = tries + 1;
  const delay = schedule[attempt - 1];
  // What was under way when the first one failed is not one failure more.
  const counts = outage.failureCount === 0 || startedAt >= (outage.failingSince ?? 0);
  const failureCount = outage.failureCount + Number(counts);
  const step = schedule[Math.min(failureCount, schedule.length) - 1] ?? 0;
  const isDisabled = outage.active && (status === gone || failureCount >= mostFailures);
  return {
    attempt,
    dueIn: delay === undefined ? null : spread(delay, jitter),
    nextIn: counts ? pause(spread(step, jitter), retryAfter) : null,
    isDisabled,
    outage: {
      active: outage.active && !isDisabled,
      failureCount,
      failingSince: outage.failingSince ?? now,
    },
  };
}

type Tried<F> = { failure: F; attempt: number; dueIn: number | null };
export type AfterFailures = { failureCount: number; nextIn: number | null; isDisabled: boolean };

/**
 * The same of several failures of one endpoint. `waiting`: how often each delivery that still waits was tried; of others
 * nothing is recorded, nor of any once the endpoint is disabled.
 */
export function afterFailures<F extends Failure>(
  outage: Outage,
  failures: F[],
  waiting: ReadonlyMap<string, number>,
  schedule: number[],
  now: number,
): { tried: Tried<F>[]; after: AfterFailures } {
  const tries = new Map(waiting);
  const tried: Tried<F>[] = [];
  let { nextIn, isDisabled }: Omit<AfterFailures, 'failureCount'> = {
    nextIn: null,
    isDisabled: false,
  };
  let state = outage;
  for (const failure of failures.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const before = tries.get(failure.id);
    if (before === undefined || isDisabled) continue;
    const { attempt, dueIn, ...next } = afterFailure(state, failure, before, schedule, now);
    tried.push({ failure, attempt, dueIn });
    if (dueIn === null) tries.delete(failure.id);
    else tries.set(failure.id, attempt);
    state = next.outage;
    nextIn = next.nextIn ?? nextIn;
    isDisabled = next.isDisabled;
  }
  return { tried, after: { failureCount: state.failureCount, nextIn, isDisabled } };
}
