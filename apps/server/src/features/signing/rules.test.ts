import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { isShort } from '../../../tests/support/test-form.ts';
import {
  chooseSigningKey,
  chooseTokenPeriod,
  findWaitingKey,
  isInFuture,
  isSignedAgain,
} from './rules.ts';
import { LIST_ENTRIES, permuteIndex } from './status-lists.ts';

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

test('every list index is assigned once, in an order that reveals nothing', () => {
  const seed = randomBytes(16);
  // An eighth of random places would have a thousand repetitions.
  const length = isShort ? LIST_ENTRIES / 8 : LIST_ENTRIES;
  const places = Array.from({ length }, (_, nth) => permuteIndex(seed, nth));
  assert.equal(new Set(places).size, length);
  assert.ok(places.every((place) => place >= 0 && place < LIST_ENTRIES));
  // Neighbors in time aren't neighbors in position. Of so many, some two are by chance.
  const neighbours = places.filter((place, nth) => Math.abs(place - (places[nth - 1] ?? -9)) === 1);
  assert.ok(neighbours.length < 40, `${neighbours.length} neighbours`);
  assert.notDeepEqual(
    places.slice(0, 100),
    Array.from({ length: 100 }, (_, nth) => permuteIndex(randomBytes(16), nth)),
  );
});

test('a status list token is valid for one to two hours, and its times change once an hour', () => {
  const period = (changed: Date, now: Date) => chooseTokenPeriod(changed, now);
  const [hour, minute] = [3_600_000, 60_000];
  const noon = at(0).getTime();
  assert.deepEqual(period(at(-90), at(1)), { issuedAt: noon, expires: noon + 2 * hour });
  assert.deepEqual(period(at(-90), at(59)), period(at(-90), at(1)));
  assert.deepEqual(period(at(5), at(59)).issuedAt, noon + 5 * minute);
  assert.deepEqual(period(at(5), at(60)), { issuedAt: noon + hour, expires: noon + 3 * hour });
});
