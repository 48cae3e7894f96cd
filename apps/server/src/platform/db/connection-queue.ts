import { Problem } from '../../kernel/problem.ts';
import type { AccountTurns } from '../limits/account-turns.ts';
import { currentCall } from '../limits/call-context.ts';
import {
  createFairQueue,
  DEFAULT_MAX_WAIT_MS,
  type FairQueueFigures,
} from '../limits/fair-queue.ts';

/**
 * Maximum number of requests that wait for a connection at a time: of all clients, and of one
 * client.
 */
const MAX_WAITING = 1_000;
const MAX_WAITING_PER_CLIENT = 250;
/** Maximum time that a request waits for connections, all of its waits together. */
const MAX_WAIT_MS = DEFAULT_MAX_WAIT_MS;
/**
 * A request that has used up its waiting time still waits up to this long for its next connection.
 */
const MIN_WAIT_MS = 250;
const RETRY_AFTER_SECONDS = 5;

export type ConnectionQueue = {
  /**
   * Waits until the current request may use a connection. Returns a function that ends the use, and
   * how long the request waited. Background work doesn't wait.
   */
  take: () => Promise<{ end: () => void; waitedMs: number }>;
  figures: FairQueueFigures;
};

/**
 * Divides the connections of a pool between clients, so that no client can use all of them. Public
 * reads are served first.
 */
export function createConnectionQueue(connections: number, turns: AccountTurns): ConnectionQueue {
  const queue = createFairQueue({
    slots: connections,
    maxWaitMs: MAX_WAIT_MS,
    maxWaiting: MAX_WAITING,
    maxWaitingPerClient: MAX_WAITING_PER_CLIENT,
  });
  return {
    async take() {
      const call = currentCall();
      if (!call) return { end: () => {}, waitedMs: 0 };
      const maxWaitMs = Math.max(MIN_WAIT_MS, MAX_WAIT_MS - call.waitedMs);
      const start = performance.now();
      const endTurn = await turns.take(call, maxWaitMs);
      const began = performance.now();
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      queue
        .run(call.client, () => new Promise<void>((end) => resolve(end)), {
          isFirst: call.isPublicRead,
          maxWaitMs,
        })
        .catch(reject);
      try {
        const endUse = await promise;
        const now = performance.now();
        call.waitedMs += now - start;
        const end = (): void => {
          endUse();
          endTurn();
        };
        return { end, waitedMs: now - began };
      } catch (cause) {
        endTurn();
        const text = 'too many requests are waiting for the database: try again';
        const retryAfterSeconds = RETRY_AFTER_SECONDS;
        throw new Problem('database_unavailable', { text, retryAfterSeconds, cause });
      }
    },
    figures: queue.figures,
  };
}
