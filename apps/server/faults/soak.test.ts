// Everything at once for a while: nothing is answered wrongly, and what was opened is closed. SOAK_SECONDS sets for how long;
// `npm run soak` looks for half an hour, and at memory, tables and times too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soak } from '../soak/soak.ts';

const seconds = Number(process.env.SOAK_SECONDS ?? 10);

test(`mixed load for ${seconds} s: no wrong answer, no descriptor kept`, async () => {
  const { before, after, load, requests } = await soak(seconds);
  process.stdout.write(
    `# soak ${seconds} s: ${requests} requests, ${load.wrong.length} wrong; descriptors ${before.descriptors} before, ${after.descriptors} after; memory ${before.memory.toFixed(0)} MiB, then ${after.memory.toFixed(0)}\n`,
  );
  assert.deepEqual(load.wrong, []);
  assert.equal(load.seen.filter(({ isDone }) => !isDone).length, 0);
  // The pool's ten connections, and those of clients that are kept alive.
  assert.ok(after.descriptors <= before.descriptors + 30);
});
