import { setTimeout as sleep } from 'node:timers/promises';
import { isTransientDatabaseError } from './failure.ts';

export type RetryOptions = {
  /** Epoch milliseconds. */
  until: number;
  /** Shortens the retries once the process is asked to stop. */
  stopping?: AbortSignal | undefined;
};

const firstRestMs = 100;
const MAX_REST_MS = 2_000;
const shutdownPatienceMs = 3_000;

/**
 * Records something that already happened outside: retries while the database is unavailable or
 * busy, because otherwise it would happen again. `write` must be idempotent.
 */
export async function retryUntil<T>(
  write: () => Promise<T>,
  { until, stopping }: RetryOptions,
): Promise<T> {
  let end = until;
  const hurry = (): void => {
    end = Math.min(end, Date.now() + shutdownPatienceMs);
  };
  if (stopping?.aborted) hurry();
  stopping?.addEventListener('abort', hurry, { once: true });
  try {
    for (let restMs = firstRestMs; ; restMs = Math.min(2 * restMs, MAX_REST_MS)) {
      try {
        return await write();
      } catch (error) {
        if (!isTransientDatabaseError(error) || Date.now() + restMs > end) throw error;
      }
      await sleep(restMs);
    }
  } finally {
    stopping?.removeEventListener('abort', hurry);
  }
}
