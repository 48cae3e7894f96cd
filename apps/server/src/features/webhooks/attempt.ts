import type { AccountEventName, EventData, WebhookEventName } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import {
  httpsOnly,
  type Outbound,
  type OutboundRequest,
  type OutboundResponse,
  type OutboundTarget,
} from '../../platform/outbound/index.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import {
  extractParent,
  getTraceparent,
  isTracing,
  recordSpanError,
  runInSpan,
} from '../../platform/tracing/index.ts';
import type { EventPayload } from './rules.ts';
import { createSignedHeaders, deriveSigningKeys, type EndpointSigningKeys } from './sign.ts';
import type { DeliveryResult, DueDelivery, Endpoint } from './work-store.ts';

export type AttemptDeps = { clock: Clock; urls: Urls; sealer: Sealer; outbound: Outbound };

export type DeliveryTarget = {
  webhookId: string;
  /** An error if the URL isn't allowed. */
  target: OutboundTarget | Error;
  keys: EndpointSigningKeys;
};

// Interface specification §6.4: about 10 seconds for everything.
const deadlineMs = 10_000;
const MAX_STORED_BYTES = 4_096;

/**
 * Makes one attempt and never throws. Anything but a 2xx within the deadline is a failure,
 * including redirects.
 */
export async function attemptDelivery(
  { clock, urls, outbound }: AttemptDeps,
  { webhookId, target, keys }: DeliveryTarget,
  delivery: DueDelivery,
): Promise<DeliveryResult> {
  const startedAt = performance.now();
  const started = new Date();
  const base = { id: delivery.id, webhookId, started, jitter: Math.random() };
  const elapsedMs = (): number => Math.round(performance.now() - startedAt);
  try {
    if (target instanceof Error) throw target;
    const { id, type } = delivery;
    const body = createBody(delivery, delivery.createdAt.getTime(), urls);
    const headers = createSignedHeaders({ id, type, body, at: clock() }, keys);
    const request = {
      method: 'POST',
      headers,
      body,
      deadlineMs,
      keepBytes: MAX_STORED_BYTES,
    } as const;
    const answer = isTracing()
      ? await sendTraced(outbound, target, request, createSpan(webhookId, delivery))
      : await outbound.send(target, request);
    const { status } = answer;
    return {
      ...base,
      latency: elapsedMs(),
      status,
      error: status >= 200 && status < 300 ? null : `answered ${status}`,
      response: toStorableText(answer.body),
      retryAfter: readRetryAfter(answer.headers['retry-after'], Date.now()),
    };
  } catch (error) {
    const failure = { status: null, response: null, retryAfter: null };
    return { ...base, latency: elapsedMs(), error: failureReason(error as Error), ...failure };
  }
}

function sendTraced(
  outbound: Outbound,
  target: OutboundTarget,
  request: OutboundRequest,
  described: ReturnType<typeof createSpan>,
): Promise<OutboundResponse> {
  return runInSpan('POST webhook', described, async (span) => {
    const trace = getTraceparent();
    if (trace) request.headers.traceparent = trace;
    const answer = await outbound.send(target, request);
    span?.setAttribute('http.response.status_code', answer.status);
    if (span && answer.status >= 400) recordSpanError(span, { code: String(answer.status) });
    return answer;
  });
}

/** Continues the trace of the event. Omits the URL, which belongs to its owner. */
function createSpan(webhookId: string, { id, type, traceparent: cause }: DueDelivery) {
  return {
    kind: 'client',
    attributes: {
      'http.request.method': 'POST',
      'insignia.event.type': type,
      'insignia.delivery.id': id,
      'insignia.webhook.id': webhookId,
    },
    parent: extractParent(cause),
  } as const;
}

/**
 * Shared by deliveries of one turn. Throws if the secrets can't be decrypted, which isn't a failure
 * of the endpoint.
 */
export function createDeliveryTarget(
  deps: AttemptDeps,
  webhookId: string,
  endpoint: Endpoint,
): DeliveryTarget {
  return { webhookId, target: resolveTarget(deps, endpoint.url), keys: openKeys(deps, endpoint) };
}

function resolveTarget({ outbound }: AttemptDeps, url: string): OutboundTarget | Error {
  try {
    return outbound.target(url, httpsOnly);
  } catch (error) {
    return error as Error;
  }
}

function openKeys({ sealer, clock }: AttemptDeps, endpoint: Endpoint): EndpointSigningKeys {
  const { previousSecret, previousUntil } = endpoint;
  const isGood = previousSecret && previousUntil && previousUntil > clock();
  return {
    current: deriveSigningKeys(sealer.open(endpoint.secret)),
    previous: isGood ? deriveSigningKeys(sealer.open(previousSecret)) : undefined,
  };
}

/** Retry-After in milliseconds (RFC 9110 §10.2.3). */
function readRetryAfter(header: string | string[] | undefined, now: number): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return null;
  const wait = /^\d{1,12}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/** Text that the database accepts. */
function toStorableText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\u0000', '\ufffd');
}

function failureReason(error: Error & { code?: string }): string {
  const { name, code = '' } = error;
  // A lookup that takes too long is cancelled.
  if (name === 'TimeoutError' || /TIMEOUT/.test(code) || code === 'ECANCELLED')
    return `no response within ${deadlineMs / 1_000} s`;
  const { message } = error.cause instanceof Error ? error.cause : error;
  return toStorableText(Buffer.from(message || error.code || error.name)).slice(0, 300);
}

type Links = Record<'credential' | 'badge' | 'issuer', (id: string) => string>;

/**
 * Body of a delivery, the same bytes for every attempt (interface specification §6.2). `createdAt`
 * in epoch milliseconds.
 */
export function createBody(
  delivery: EventPayload & { id: string },
  createdAt: number,
  urls: Links,
): string {
  const { id, type } = delivery;
  return JSON.stringify({ id, type, createdAt, data: createEventData(delivery, urls) });
}

function createEventData(event: EventPayload, urls: Links): object {
  // Events about members and issuers have no personal data, and no credential.
  if (event.data === null) return {};
  if (event.credentialId === null)
    return 'issuerId' in event.data
      ? { ...event.data, issuerId: urls.issuer(event.data.issuerId) }
      : event.data;
  return { awardId: urls.credential(event.credentialId), ...createData(event, urls) };
}

type CredentialEventName = Exclude<WebhookEventName, AccountEventName>;

function createData<N extends CredentialEventName>(
  { type, data }: { type: N; data: EventData<N> },
  urls: Links,
): EventData<N> {
  return dataByEvent[type](data, urls);
}

type ActingUser = { name: string; email: string };
// The database reorders members.
const toActingUser = ({ email, name }: ActingUser): ActingUser => ({ email, name });

const dataByEvent: {
  [N in CredentialEventName]: (data: EventData<N>, urls: Links) => EventData<N>;
} = {
  'credential.issued': ({ badgeId, badgeName, recipient, issuedOn, expires }, urls) => ({
    badgeId: urls.badge(badgeId),
    badgeName,
    recipient: toActingUser(recipient),
    issuedOn,
    expires,
  }),
  'credential.delivered': ({ recipient, badgeName }) => ({
    recipient: toActingUser(recipient),
    badgeName,
  }),
  'credential.revoked': ({ reason }) => ({ reason }),
  'credential.viewed': ({ recipient }) => ({ recipient: toActingUser(recipient) }),
  'credential.expiring': ({ recipient, badgeName, expires, days }) => ({
    ...{ recipient: toActingUser(recipient), badgeName, expires, days },
  }),
  'credential.expired': ({ recipient, badgeName, expires }) => ({
    ...{ recipient: toActingUser(recipient), badgeName, expires },
  }),
  'request.created': ({ requestId, kind, recipient, badgeName }) => ({
    ...{ requestId, kind, recipient: toActingUser(recipient), badgeName },
  }),
  'request.closed': ({ requestId, kind, outcome }) => ({ requestId, kind, outcome }),
  'credential.corrected': ({ recipient, badgeName, fields, reason }) => ({
    ...{ recipient: toActingUser(recipient), badgeName, fields, reason },
  }),
};
