// Mixed load for a while: no wrong responses, no leaked descriptors. SOAK_SECONDS sets the time;
// `npm run soak` runs half an hour and also checks memory, tables and times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSoak } from '../soak/soak.ts';

const seconds = Number(process.env.SOAK_SECONDS ?? 10);

test(`mixed load for ${seconds} s causes no wrong response and leaks no descriptor`, async () => {
  const { before, after, load, requests } = await runSoak(seconds);
  process.stdout.write(
    `# soak ${seconds} s: ${requests} requests, ${load.wrong.length} wrong; descriptors ${before.descriptors} before, ${after.descriptors} after; memory ${before.memory.toFixed(0)} MiB, then ${after.memory.toFixed(0)}\n`,
  );
  assert.deepEqual(load.wrong, []);
  assert.equal(load.seen.filter(({ isDone }) => !isDone).length, 0);
  // The pool's ten connections and keep-alive clients.
  assert.ok(after.descriptors <= before.descriptors + 30);
});
