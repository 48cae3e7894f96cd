import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryUntil } from './retry-until.ts';

const busy = Object.assign(new Error('busy'), { code: '55P03', severity: 'ERROR' });
const wrong = Object.assign(new Error('wrong'), { code: '23503', severity: 'ERROR' });

/** Fails with these errors in order, then succeeds. */
function failing(...errors: Error[]): { write: () => Promise<string>; tries: () => number } {
  let tries = 0;
  return {
    write: async () => {
      const error = errors[tries++];
      if (error) throw error;
      return 'written';
    },
    tries: () => tries,
  };
}

test('a transient error is retried until the write succeeds', async () => {
  const { write, tries } = failing(busy, busy);
  assert.equal(await retryUntil(write, { until: Date.now() + 60_000 }), 'written');
  assert.equal(tries(), 3);
});

test('a permanent error, and a transient one after the deadline, is thrown', async () => {
  const bad = failing(wrong);
  await assert.rejects(retryUntil(bad.write, { until: Date.now() + 60_000 }), wrong);
  assert.equal(bad.tries(), 1);
  const late = failing(busy);
  await assert.rejects(retryUntil(late.write, { until: Date.now() }), busy);
  assert.equal(late.tries(), 1);
});

test('a stopping process retries for at most 3 s more', async () => {
  const forever = () => Promise.reject(busy);
  const stopping = AbortSignal.abort();
  const startedAt = Date.now();
  await assert.rejects(retryUntil(forever, { until: startedAt + 60_000, stopping }), busy);
  assert.ok(Date.now() - startedAt < 30_000);
});
