import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffMs } from './rules.ts';

test('delays double from 5 s to an hour, with a jitter of a fifth', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 10, 50].map((attempts) => backoffMs(attempts, 0.5)),
    [5_000, 10_000, 20_000, 40_000, 2_560_000, 3_600_000],
  );
  assert.equal(backoffMs(1, 0), 4_000);
  assert.equal(backoffMs(1, 1), 6_000);
});
