import { setTimeout as sleep } from 'node:timers/promises';
import { isRolledBack, isTransientDatabaseError } from './failure.ts';

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

const restMs = 10;

/** Retries once after a deadlock or serialization failure, which rolled everything back. */
export async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRolledBack(error)) throw error;
  }
  // Random delay, so that the same transactions don't collide again.
  await sleep(restMs * (1 + 4 * Math.random()));
  return work();
}
