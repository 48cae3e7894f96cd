import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFresh } from './rules.ts';

const now = Date.UTC(2026, 2, 1);
const minute = 60_000;

test('what cannot be undone asks for a sign-in of the last five minutes', () => {
  assert.ok(isFresh(now, now));
  assert.ok(isFresh(now - 5 * minute, now));
  assert.equal(isFresh(now - 5 * minute - 1, now), false);
  assert.equal(isFresh(undefined, now), false);
});

test('clocks may differ by a minute, and a sign-in that is to come is none', () => {
  assert.ok(isFresh(now + minute, now));
  assert.equal(isFresh(now + minute + 1, now), false);
});
