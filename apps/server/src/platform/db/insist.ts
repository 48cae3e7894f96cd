import { setTimeout as sleep } from 'node:timers/promises';
import { isPassing } from './failure.ts';

export type RetryOptions = {
  /** Epoch milliseconds. */
  until: number;
  /** The process is asked to stop: soon after, patience ends. */
  stopping?: AbortSignal | undefined;
};

const firstRestMs = 100;
const longestRestMs = 2_000;
const patienceAtTheEndMs = 3_000;

/**
 * Writes down what has happened in the world already: again and again while the database is away or too busy, since
 * whoever does not know of it would let it happen once more. `write` must come to the same when it is done twice.
 */
export async function insist<T>(
  write: () => Promise<T>,
  { until, stopping }: RetryOptions,
): Promise<T> {
  let end = until;
  const hurry = (): void => {
    end = Math.min(end, Date.now() + patienceAtTheEndMs);
  };
  if (stopping?.aborted) hurry();
  stopping?.addEventListener('abort', hurry, { once: true });
  try {
    for (let restMs = firstRestMs; ; restMs = Math.min(2 * restMs, longestRestMs)) {
      try {
        return await write();
      } catch (error) {
        if (!isPassing(error) || Date.now() + restMs > end) throw error;
      }
      await sleep(restMs);
    }
  } finally {
    stopping?.removeEventListener('abort', hurry);
  }
}
