import { setTimeout as sleep } from 'node:timers/promises';
import { isRolledBack } from './failure.ts';

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
