import { setTimeout as sleep } from 'node:timers/promises';

// An email that a killed worker was sending is retried after five and a half minutes
// (platform/mail/index.ts).
const patienceMs = 600_000;

/** Waits for a condition, also on a busy machine. */
export async function waitForCondition(
  what: string,
  check: () => Promise<boolean> | boolean,
): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(100))
    if (await check()) return;
  throw new Error(`not within ${patienceMs / 1_000} s: ${what}`);
}
