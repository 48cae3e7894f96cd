import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@insignia/sdk';
import type { Delivery, Forward, Outcome } from './forward.ts';
import { createInbox } from './inbox.ts';
import { isTaken, lookMs, mostAttempts, waitOf } from './pace.ts';

export type Report = Outcome & {
  delivery: string;
  event: string;
  attempt: number;
  /** True if it won't be retried. */
  isLast: boolean;
};

type Waiting = { delivery: Delivery; attempt: number; due: number };

/** Fetches pending deliveries until aborted, and retries each until it is accepted. */
export async function follow(
  client: Client,
  webhookId: string,
  signal: AbortSignal,
  forward: Forward,
  onReport: (report: Report) => void,
): Promise<void> {
  const inbox = createInbox(client, webhookId, signal);
  let waiting: Waiting[] = [];
  for (;;) {
    for (const delivery of await inbox.fresh()) waiting.push({ delivery, attempt: 1, due: 0 });
    const now = Date.now();
    const later = waiting.filter(({ due }) => due > now);
    for (const { delivery, attempt } of waiting.filter(({ due }) => due <= now)) {
      const outcome = await forward(delivery, signal);
      const isLast = isTaken(outcome.status) || attempt === mostAttempts;
      onReport({ delivery: delivery.id, event: delivery.event, ...outcome, attempt, isLast });
      if (!isLast)
        later.push({ delivery, attempt: attempt + 1, due: Date.now() + waitOf(attempt) });
    }
    waiting = later;
    await sleep(lookMs, undefined, { signal });
  }
}
