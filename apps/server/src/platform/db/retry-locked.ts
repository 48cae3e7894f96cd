import type pg from 'pg';
import { sqlState } from './failure.ts';

export type LockRetryOptions = {
  lockTimeoutMs?: number;
  /** How long to retry for a lock. */
  patienceMs?: number;
  /** Called with a description of what it waits for. */
  onWait?: (message: string) => void;
};

// A statement that waits for a table lock blocks everyone behind it.
const lockTimeoutMs = 2_000;
const patienceMs = 600_000;
const restMs = 1_000;

/** Retries while a lock is taken. */
export async function retryWhileLocked(
  what: string,
  options: LockRetryOptions,
  work: () => Promise<void>,
): Promise<void> {
  const deadline = Date.now() + (options.patienceMs ?? patienceMs);
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      const isLocked = ['55P03', '40P01'].includes(sqlState(error) ?? '');
      if (!isLocked || Date.now() > deadline)
        throw new Error(`${what} failed: ${(error as Error).message}`, { cause: error });
      options.onWait?.(`${what} is waiting for a lock of another session`);
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  }
}

/** Runs in one transaction with a short lock timeout. */
export async function runWithLockTimeout(
  client: pg.Client,
  options: LockRetryOptions,
  work: () => Promise<void>,
): Promise<void> {
  const wait = options.lockTimeoutMs ?? lockTimeoutMs;
  await client.query('begin');
  try {
    await client.query(`set local statement_timeout = 0; set local lock_timeout = ${wait}`);
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
