import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@insignia/sdk';
import type { Delivery, ForwardDelivery, ForwardOutcome } from './forward.ts';
import { createInbox } from './inbox.ts';
import { isAccepted, MAX_ATTEMPTS, pollMs, retryDelayMs } from './pace.ts';

export type DeliveryReport = ForwardOutcome & {
  delivery: string;
  event: string;
  attempt: number;
  /** True if it won't be retried. */
  isLast: boolean;
};

type ScheduledDelivery = { delivery: Delivery; attempt: number; due: number };

/** Fetches pending deliveries until aborted, and retries each until it is accepted. */
export async function followDeliveries(
  client: Client,
  webhookId: string,
  signal: AbortSignal,
  forward: ForwardDelivery,
  onReport: (report: DeliveryReport) => void,
): Promise<void> {
  const inbox = createInbox(client, webhookId, signal);
  let waiting: ScheduledDelivery[] = [];
  for (;;) {
    for (const delivery of await inbox.fresh()) waiting.push({ delivery, attempt: 1, due: 0 });
    const now = Date.now();
    const later = waiting.filter(({ due }) => due > now);
    for (const { delivery, attempt } of waiting.filter(({ due }) => due <= now)) {
      const outcome = await forward(delivery, signal);
      const isLast = isAccepted(outcome.status) || attempt === MAX_ATTEMPTS;
      onReport({ delivery: delivery.id, event: delivery.event, ...outcome, attempt, isLast });
      if (!isLast)
        later.push({ delivery, attempt: attempt + 1, due: Date.now() + retryDelayMs(attempt) });
    }
    waiting = later;
    await sleep(pollMs, undefined, { signal });
  }
}
