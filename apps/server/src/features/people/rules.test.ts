import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOwnerInPerson, isRecentSignIn } from './rules.ts';

const now = Date.UTC(2026, 2, 1);
const minute = 60_000;

test('an irreversible action requires a sign-in within the last five minutes', () => {
  assert.ok(isRecentSignIn(now, now));
  assert.ok(isRecentSignIn(now - 5 * minute, now));
  assert.equal(isRecentSignIn(now - 5 * minute - 1, now), false);
  assert.equal(isRecentSignIn(undefined, now), false);
});

test('a sign-in up to a minute ahead is recent, and a later one is not', () => {
  assert.ok(isRecentSignIn(now + minute, now));
  assert.equal(isRecentSignIn(now + minute + 1, now), false);
});

test('only a session of the owner’s own sign-in is the owner in person', () => {
  const owner = { role: 'owner', keyId: undefined } as const;
  assert.ok(isOwnerInPerson(owner) && isOwnerInPerson({ ...owner, isSsoOnly: false }));
  assert.equal(isOwnerInPerson({ ...owner, isSsoOnly: true }), false);
  assert.equal(isOwnerInPerson({ ...owner, keyId: 'key' }), false);
  assert.equal(isOwnerInPerson({ ...owner, role: 'admin' }), false);
});
