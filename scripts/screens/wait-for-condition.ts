import { setTimeout as sleep } from 'node:timers/promises';

export async function waitForCondition(isThere: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(100))
    if (await isThere()) return;
  throw new Error('what the pictures show has not come about in two minutes');
}
