import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type AttemptFailure,
  addJitter,
  applyFailure,
  applyFailures,
  applyRetryAfter,
  concurrencyLimit,
  type EndpointOutage,
  MAX_CONSECUTIVE_FAILURES,
} from './rules.ts';

const schedule = [1_000, 2_000, 4_000];
const now = 1_000_000;
const healthy: EndpointOutage = { active: true, failureCount: 0, failingSince: null };
const failing: EndpointOutage = { active: true, failureCount: 1, failingSince: now - 10 };
const failure = (change: Partial<AttemptFailure> = {}): AttemptFailure => ({
  id: 'a',
  startedAt: now - 5,
  status: 500,
  retryAfter: null,
  jitter: 0.5,
  ...change,
});
const all = (outage: EndpointOutage, failures: AttemptFailure[], tries = 0) =>
  applyFailures(outage, failures, new Map([...'abc'].map((id) => [id, tries])), schedule, now);

test('jitter spreads delays by a fifth, and Retry-After extends a delay at most to double', () => {
  assert.deepEqual(
    [0, 0.5, 1].map((jitter) => Math.round(addJitter(1_000, jitter))),
    [800, 1_000, 1_200],
  );
  assert.deepEqual(
    [null, 10, 1_500, 9_000].map((wait) => applyRetryAfter(1_000, wait)),
    [1_000, 1_000, 1_500, 2_000],
  );
});

test('each attempt waits longer, and the attempt after the last delay is final', () => {
  const dueIn = [0, 1, 2, 3].map(
    (tries) => applyFailure(healthy, failure(), tries, schedule, now).dueIn,
  );
  assert.deepEqual(dueIn, [1_000, 2_000, 4_000, null]);
});

test('an endpoint waits by its consecutive failures, at most for the last delay', () => {
  const nextIn = [0, 1, 2, 3, 9].map((failureCount) => {
    const outage = { active: true, failureCount, failingSince: 0 };
    return applyFailure(outage, failure(), 0, schedule, now).nextIn;
  });
  assert.deepEqual(nextIn, [1_000, 2_000, 4_000, 4_000, 4_000]);
});

test('an attempt that started before a known outage adds no failure and changes no delay', () => {
  const { outage, nextIn } = applyFailure(
    failing,
    failure({ startedAt: now - 11 }),
    0,
    schedule,
    now,
  );
  assert.deepEqual([outage, nextIn], [failing, null]);
  const later = applyFailure(failing, failure({ startedAt: now - 10 }), 0, schedule, now);
  assert.deepEqual([later.outage.failureCount, later.nextIn], [2, 2_000]);
});

test('a burst of failures at a healthy endpoint counts as one failure', () => {
  const burst = [...'abc'].map((id, at) => failure({ id, startedAt: now - 9 + at }));
  const { attempts, after } = all(healthy, burst);
  assert.deepEqual(
    attempts.map(({ attempt }) => attempt),
    [1, 1, 1],
  );
  assert.deepEqual(after, { failureCount: 1, nextIn: 1_000, isDisabled: false });
});

test('20 consecutive failures or one 410 disable an endpoint once', () => {
  const before = { ...failing, failureCount: MAX_CONSECUTIVE_FAILURES - 1 };
  assert.equal(MAX_CONSECUTIVE_FAILURES, 20);
  assert.equal(applyFailure(before, failure(), 0, schedule, now).isDisabled, true);
  assert.equal(
    applyFailure({ ...before, failureCount: 18 }, failure(), 0, schedule, now).isDisabled,
    false,
  );
  assert.equal(applyFailure(healthy, failure({ status: 410 }), 0, schedule, now).isDisabled, true);
  assert.equal(
    applyFailure({ ...before, active: false }, failure({ status: 410 }), 0, schedule, now)
      .isDisabled,
    false,
  );
});

test('failures apply in order of start, and settled deliveries or disabled endpoints record none', () => {
  const { attempts, after } = all(failing, [
    failure({ id: 'b', startedAt: now, status: 410 }),
    failure({ id: 'gone' }),
    failure({ id: 'c', startedAt: now + 1 }),
    failure({ id: 'a' }),
  ]);
  assert.deepEqual(
    attempts.map(({ failure: { id } }) => id),
    ['a', 'b'],
  );
  assert.deepEqual([after.failureCount, after.isDisabled], [3, true]);
});

test('no delivery has more attempts than the schedule allows, whatever fails', () => {
  const some = fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    startedAt: fc.integer({ min: now - 20, max: now + 20 }),
    status: fc.constantFrom(null, 500, 410),
    retryAfter: fc.option(fc.nat(100_000)),
    jitter: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(
      fc.array(some, { maxLength: 30 }),
      fc.nat(3),
      fc.nat(25),
      (failures, tries, failureCount) => {
        const outage = {
          active: true,
          failureCount,
          failingSince: failureCount > 0 ? now - 10 : null,
        };
        const { attempts, after } = all(outage, failures, tries);
        for (const { attempt, dueIn } of attempts)
          assert.equal(dueIn === null, attempt > schedule.length);
        const lasts = attempts
          .filter(({ dueIn }) => dueIn === null)
          .map(({ failure: { id } }) => id);
        assert.equal(new Set(lasts).size, lasts.length);
        assert.ok(after.failureCount <= failureCount + attempts.length);
        assert.ok(after.nextIn === null || after.nextIn <= 2 * addJitter(4_000, 1));
      },
    ),
  );
});

test('a failing endpoint gets one delivery at a time, a slow one two, a fast one eight', () => {
  const places = [
    { failureCount: 1, lastLatencyMs: 1 },
    { failureCount: 0, lastLatencyMs: null },
    { failureCount: 0, lastLatencyMs: 1_001 },
    { failureCount: 0, lastLatencyMs: 1_000 },
  ].map(concurrencyLimit);
  assert.deepEqual(places, [1, 1, 2, 8]);
});
