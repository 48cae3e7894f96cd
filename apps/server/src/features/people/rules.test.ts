import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRecentSignIn } from './rules.ts';

const now = Date.UTC(2026, 2, 1);
const minute = 60_000;

test('what cannot be undone asks for a sign-in of the last five minutes', () => {
  assert.ok(isRecentSignIn(now, now));
  assert.ok(isRecentSignIn(now - 5 * minute, now));
  assert.equal(isRecentSignIn(now - 5 * minute - 1, now), false);
  assert.equal(isRecentSignIn(undefined, now), false);
});

test('clocks may differ by a minute, and a sign-in that is to come is none', () => {
  assert.ok(isRecentSignIn(now + minute, now));
  assert.equal(isRecentSignIn(now + minute + 1, now), false);
});
