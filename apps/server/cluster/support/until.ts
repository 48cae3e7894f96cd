import { setTimeout as sleep } from 'node:timers/promises';

// A mail that a killed worker was sending is another's after five and a half minutes (platform/mail/work.ts).
const patienceMs = 600_000;

/** Waits for a condition that comes about by itself, also on a machine with much else to do. */
export async function until(what: string, check: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(100))
    if (await check()) return;
  throw new Error(`not within ${patienceMs / 1_000} s: ${what}`);
}
