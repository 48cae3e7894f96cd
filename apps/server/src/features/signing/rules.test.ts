import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseSigningKey, findWaitingKey, isInFuture, isSignedAgain } from './rules.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 1, 12, minute));
const key = (number: number, minute: number, revoked = false) => ({
  ...{ number, usedFrom: at(minute), revokedAt: revoked ? at(minute) : null },
});

test('the newest key that was published long enough signs', () => {
  const keys = [key(1, 0), key(2, 10)];
  assert.equal(chooseSigningKey(keys, at(9))?.number, 1);
  assert.equal(chooseSigningKey(keys, at(10))?.number, 2);
  assert.equal(
    chooseSigningKey([key(1, 10)], at(9))?.number,
    1,
    'a clock that is behind stops nothing',
  );
  assert.equal(chooseSigningKey([key(1, 0), key(2, 5, true)], at(9))?.number, 1);
  assert.equal(chooseSigningKey([key(1, 0, true)], at(9)), undefined);
  assert.deepEqual(
    [findWaitingKey(keys, at(9))?.number, findWaitingKey(keys, at(10))],
    [2, undefined],
  );
});

test('a credential of a revoked key is signed again unless it was issued after the theft', () => {
  const stolen = { revokedAt: at(30), voidFrom: at(20) };
  assert.equal(isSignedAgain(stolen, at(19)), true);
  assert.equal(isSignedAgain(stolen, at(20)), false);
  assert.equal(isSignedAgain({ ...stolen, voidFrom: null }, at(40)), true);
  assert.equal(isSignedAgain({ revokedAt: null, voidFrom: null }, at(19)), false);
});

test('a time is in the future once it exceeds the allowed clock difference', () => {
  assert.deepEqual([isInFuture(at(31), at(30)), isInFuture(at(32), at(30))], [false, true]);
});
