// Node uses freed memory if a thread with native modules is terminated while their finalizers wait
// (`EnqueueFinalizer` in node_api.cc). glibc overwrites freed memory with MALLOC_PERTURB_, so that
// this crashes the process, after 10 to 60 terminated threads, instead of corrupting it now and then.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const rounds = Number(process.env.THREADS ?? 80);

test('threads that typeset start and stop without a crash', async () => {
  const script = new URL('./support/restart-threads.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(rounds)], {
    env: { ...process.env, MALLOC_PERTURB_: '165' },
  });
  assert.equal(stdout, `${rounds} threads ended\n`);
});
