import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RecentChanges } from './replicas.ts';
import {
  addSample,
  findFreshTime,
  isDiverged,
  isFresh,
  type LsnSample,
  MAX_STALENESS_MS,
  parseLsn,
} from './rules.ts';

test('positions in the write-ahead log are parsed as PostgreSQL writes them', () => {
  assert.equal(parseLsn('0/0'), 0n);
  assert.equal(parseLsn('16/B374D848'), 0x16b374d848n);
  assert.ok(parseLsn('2/00000001') > parseLsn('1/FFFFFFFF'));
});

test('a replica is as fresh as the last primary position it replayed, and ages without progress', () => {
  let samples: LsnSample[] = [];
  // The primary writes, pauses, and writes again.
  const places = [10n, 20n, 20n, 20n, 30n];
  for (const [n, lsn] of places.entries()) samples = addSample(samples, { at: n * 1_000, lsn });
  assert.equal(findFreshTime(samples, 9n), undefined);
  assert.equal(findFreshTime(samples, 10n), 0);
  assert.equal(findFreshTime(samples, 20n), 3_000);
  assert.equal(findFreshTime(samples, 29n), 3_000);
  assert.equal(findFreshTime(samples, 31n), 4_000);
  assert.deepEqual(
    [
      isFresh(3_000, 3_000 + MAX_STALENESS_MS),
      isFresh(3_000, 3_001 + MAX_STALENESS_MS),
      isFresh(undefined, 0),
    ],
    [true, false, false],
  );
  assert.deepEqual(
    [isDiverged(31n, 30n), isDiverged(30n, 30n), isDiverged(undefined, 30n)],
    [true, false, false],
  );
  // The history stays within its bound.
  for (let n = 5; n < 1_000; n++) samples = addSample(samples, { at: n * 1_000, lsn: 30n });
  assert.equal(samples.length, MAX_STALENESS_MS / 1_000 + 1);
});

test('changes are known for as long as a replica may lag, however many there are', () => {
  const changes = new RecentChanges();
  changes.note('credential/a', 100);
  assert.equal(changes.haveSince(['badge/b', 'credential/a'], 100), true);
  assert.equal(changes.haveSince(['credential/a'], 101), false);
  assert.equal(changes.haveSince(['badge/b'], 0), false);
  changes.note('credential/a', 200);
  assert.equal(changes.haveSince(['credential/a'], 150), true);
  changes.note(undefined, 300);
  assert.equal(changes.haveSince(['badge/b'], 300), true);
  assert.equal(changes.haveSince(['badge/b'], 301), false);
  for (let n = 0; n < 30_000; n++) changes.note(`credential/${n}`, 1_000 + n / 100);
  assert.equal(changes.haveSince(['credential/0'], 1_000), true);
  assert.equal(changes.haveSince(['credential/29999'], 1_299), true);
});

test('a change that a fresh replica may lack is never forgotten', () => {
  const events = fc.array(fc.record({ source: fc.nat(5), after: fc.nat(9_000) }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(events, fc.nat(5), fc.nat(MAX_STALENESS_MS), (list, requestedSource, age) => {
      const changes = new RecentChanges();
      const last = new Map<number, number>();
      let now = 0;
      for (const { source, after } of list) {
        now += after;
        changes.note(String(source), now);
        last.set(source, now);
      }
      const since = now - age;
      const changed = (last.get(requestedSource) ?? Number.NEGATIVE_INFINITY) >= since;
      assert.equal(changes.haveSince([String(requestedSource)], since), changed);
    }),
  );
});
