import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitLine, p99 } from './rules.ts';

const points = (value: (at: number) => number) =>
  Array.from({ length: 61 }, (_, n) => ({ at: n * 10, value: value(n * 10) }));

test('steady growth is recognized by its slope and is not flat', () => {
  const leak = fitLine(
    points((at) => 200 + at * 0.1),
    10,
  );
  assert.deepEqual(
    [Math.round(leak.perHour), leak.first, leak.last, leak.isFlat],
    [360, 220, 260, false],
  );
});

test('warming up, noise around a level and falling are flat', () => {
  assert.equal(
    fitLine(
      points((at) => (at < 150 ? at : 300)),
      10,
    ).isFlat,
    true,
  );
  assert.equal(
    fitLine(
      points((at) => 300 + 30 * Math.sin(at)),
      10,
    ).isFlat,
    true,
  );
  assert.equal(
    fitLine(
      points((at) => 300 - at / 4),
      10,
    ).isFlat,
    true,
  );
  assert.equal(fitLine([], 10).isFlat, true);
});

test('p99 returns the 99th percentile, and 0 without values', () => {
  assert.equal(p99(Array.from({ length: 200 }, (_, n) => n + 1)), 198);
  assert.equal(p99([7]), 7);
  assert.equal(p99([]), 0);
});
