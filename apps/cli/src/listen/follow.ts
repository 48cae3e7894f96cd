import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, InsigniaError } from '@insignia/sdk';
import {
  type ForwardDelivery,
  type ForwardedDelivery,
  type ForwardOutcome,
  FULL_POLL_EVERY,
  isAccepted,
  MAX_ATTEMPTS,
  pollMs,
  retryDelayMs,
  seenTtlMs,
  windowMs,
} from './forward.ts';

export type DeliveryReport = ForwardOutcome & {
  delivery: string;
  event: string;
  attempt: number;
  /** True if it won't be retried. */
  isLast: boolean;
};

type ScheduledDelivery = { delivery: ForwardedDelivery; attempt: number; due: number };

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

/** Pending deliveries of an endpoint: each once, oldest first. */
function createInbox(
  client: Client,
  webhookId: string,
  signal: AbortSignal,
): { fresh: () => Promise<ForwardedDelivery[]> } {
  const seen = new Map<string, number>();
  let newest = 0;
  let looks = 0;

  const look = async (): Promise<ForwardedDelivery[]> => {
    const since = newest > 0 ? { since: new Date(newest - windowMs).toISOString() } : {};
    // A long transaction may commit an older delivery later, so the whole window is rescanned now
    // and then.
    const isWhole = looks++ % FULL_POLL_EVERY === 0;
    const found: ForwardedDelivery[] = [];
    for (let next = {}; ; ) {
      const page = await client.webhooks.deliveries({ webhookId, ...since, ...next }, { signal });
      const fresh = page.deliveries.filter(({ id }) => !seen.has(id));
      found.push(...fresh);
      const { lastEvaluatedKey } = page;
      if (!lastEvaluatedKey || (fresh.length === 0 && !isWhole)) return found.reverse();
      next = { lastEvaluatedKey };
    }
  };

  const note = (found: readonly ForwardedDelivery[]): void => {
    for (const { id, createdAt } of found) {
      seen.set(id, createdAt);
      newest = Math.max(newest, createdAt);
    }
    for (const [id, createdAt] of seen) if (createdAt < newest - seenTtlMs) seen.delete(id);
  };

  return {
    async fresh() {
      try {
        const found = await look();
        note(found);
        return found;
      } catch (error) {
        if (signal.aborted || !isTemporary(error)) throw error;
        process.stderr.write(`${error.message}. Retrying\n`);
        return [];
      }
    },
  };
}

/** False if the endpoint or key was deleted. */
function isTemporary(error: unknown): error is InsigniaError {
  return error instanceof InsigniaError && ![400, 401, 403, 404, 410].includes(error.status);
}
