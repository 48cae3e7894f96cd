import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a condition. Fails after two minutes, which is long even on slow machines. */
export async function waitForCondition(
  what: string,
  check: () => Promise<boolean> | boolean,
): Promise<void> {
  for (
    let [end, ms] = [Date.now() + 120_000, 10];
    Date.now() < end;
    await sleep(ms), ms = Math.min(ms * 1.5, 100)
  )
    if (await check()) return;
  assert.fail(`not within 120 s: ${what}`);
}
