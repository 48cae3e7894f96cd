import type { Client } from '@insignia/sdk';
import { createSignature } from './sign.ts';

export type Delivery = Awaited<ReturnType<Client['webhooks']['deliveries']>>['deliveries'][number];
export type ForwardOutcome = { status: number | null; error: string | null; ms: number };
export type ForwardDelivery = (delivery: Delivery, signal: AbortSignal) => Promise<ForwardOutcome>;

/** The server's delivery timeout. */
const deadlineMs = 10_000;

/** Posts a delivery to a local receiver, signed as the server would. */
export function createForwarder(target: URL, secret: string): ForwardDelivery {
  return async ({ id, request: { headers, body } }, signal) => {
    const began = performance.now();
    const spent = () => Math.round(performance.now() - began);
    const late = AbortSignal.timeout(deadlineMs);
    try {
      const answer = await fetch(target, {
        ...{ method: 'POST', body, redirect: 'manual' },
        headers: { ...headers, ...createSignature(secret, { id, body }, new Date()) },
        signal: AbortSignal.any([signal, late]),
      });
      await answer.body?.cancel();
      return { status: answer.status, error: null, ms: spent() };
    } catch (error) {
      signal.throwIfAborted();
      return {
        status: null,
        error: late.aborted ? 'no response in 10 s' : failureReason(error),
        ms: spent(),
      };
    }
  };
}

function failureReason(error: unknown): string {
  const { cause, message } = error as Error;
  const { code, message: inner } = (cause ?? {}) as NodeJS.ErrnoException;
  return code === 'ECONNREFUSED' ? 'connection refused' : inner || code || message;
}
