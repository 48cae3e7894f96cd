import { type Client, InsigniaError } from '@insignia/sdk';
import type { Delivery } from './forward.ts';
import { FULL_POLL_EVERY, seenTtlMs, windowMs } from './pace.ts';

/** Pending deliveries of an endpoint: each once, oldest first. */
export function createInbox(
  client: Client,
  webhookId: string,
  signal: AbortSignal,
): { fresh: () => Promise<Delivery[]> } {
  const seen = new Map<string, number>();
  let newest = 0;
  let looks = 0;

  const look = async (): Promise<Delivery[]> => {
    const since = newest > 0 ? { since: new Date(newest - windowMs).toISOString() } : {};
    // A long transaction may commit an older delivery later, so the whole window is rescanned now
    // and then.
    const isWhole = looks++ % FULL_POLL_EVERY === 0;
    const found: Delivery[] = [];
    for (let next = {}; ; ) {
      const page = await client.webhooks.deliveries({ webhookId, ...since, ...next }, { signal });
      const fresh = page.deliveries.filter(({ id }) => !seen.has(id));
      found.push(...fresh);
      const { lastEvaluatedKey } = page;
      if (!lastEvaluatedKey || (fresh.length === 0 && !isWhole)) return found.reverse();
      next = { lastEvaluatedKey };
    }
  };

  const note = (found: readonly Delivery[]): void => {
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
