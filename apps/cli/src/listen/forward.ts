import { createHmac } from 'node:crypto';
import type { Client } from '@insignia/sdk';

export type ForwardedDelivery = Awaited<
  ReturnType<Client['webhooks']['deliveries']>
>['deliveries'][number];
export type ForwardOutcome = { status: number | null; error: string | null; ms: number };
export type ForwardDelivery = (
  delivery: ForwardedDelivery,
  signal: AbortSignal,
) => Promise<ForwardOutcome>;

/** The server's delivery timeout. */
const deadlineMs = 10_000;

/** Posts a delivery to a local receiver, signed as the server would. */
export function createForwarder(target: URL, secret: string): ForwardDelivery {
  return async ({ id, request: { headers, body } }, signal) => {
    const began = performance.now();
    const elapsedMs = () => Math.round(performance.now() - began);
    const late = AbortSignal.timeout(deadlineMs);
    try {
      const answer = await fetch(target, {
        ...{ method: 'POST', body, redirect: 'manual' },
        headers: { ...headers, ...createSignature(secret, { id, body }, new Date()) },
        signal: AbortSignal.any([signal, late]),
      });
      await answer.body?.cancel();
      return { status: answer.status, error: null, ms: elapsedMs() };
    } catch (error) {
      signal.throwIfAborted();
      return {
        status: null,
        error: late.aborted ? 'no response in 10 s' : failureReason(error),
        ms: elapsedMs(),
      };
    }
  };
}

function failureReason(error: unknown): string {
  const { cause, message } = error as Error;
  const { code, message: inner } = (cause ?? {}) as NodeJS.ErrnoException;
  return code === 'ECONNREFUSED' ? 'connection refused' : inner || code || message;
}

/** Signature headers, as the server makes them (docs/use/webhooks.md). */
function createSignature(
  secret: string,
  { id, body }: { id: string; body: string },
  at: Date,
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000);
  const decoded = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const hex = createHmac('sha256', secret).update(body).digest('hex');
  const standard = createHmac('sha256', decoded).update(`${id}.${timestamp}.${body}`);
  return {
    'x-service-signature': `sha256=${hex}`,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${standard.digest('base64')}`,
  };
}

/** Poll interval: a tenth of a key's rate limit. */
export const pollMs = 1_000;

/** Age up to which late deliveries may still appear. */
export const windowMs = 5 * 60_000;

/** One poll in this many scans the whole window. */
export const FULL_POLL_EVERY = 30;

export const seenTtlMs = 2 * windowMs;

/** Same number of attempts as the server. */
export const MAX_ATTEMPTS = 7;

export const isAccepted = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

/** Shorter than the server's delays, because someone is watching. */
export function retryDelayMs(attempt: number): number {
  return Math.min(30, 2 ** (attempt - 1)) * 1_000;
}
