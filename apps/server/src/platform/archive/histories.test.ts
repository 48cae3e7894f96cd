import assert from 'node:assert/strict';
import { test } from 'node:test';
import { besideOf, forksOf, historyName, rivalOf, taken } from './histories.ts';

const segmentBytes = 16 * 1024 ** 2;
const piece = (timeline: number, number: number): string =>
  [timeline, 0, number].map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('');

const base = (finishedAt: number, timeline = 1, { system = '1', last = 3 } = {}) => ({
  ...{ system, id: String(finishedAt), finishedAt },
  manifest: { timeline, segmentBytes, lastSegment: piece(timeline, last) },
});
const ids = (bases: { id: string }[]): string => bases.map(({ id }) => id).join();

test('a history says from which it comes, and where it left them', () => {
  const said =
    '1\t0/5000148\tbefore 2026-11-22 19:00:00+00\n\n2\t1/7000000\tno recovery target specified\n';
  assert.deepEqual(forksOf(said), [
    { timeline: 1, at: 0x5000148n },
    { timeline: 2, at: 0x107000000n },
  ]);
  assert.deepEqual(forksOf(''), []);
  assert.deepEqual([historyName(2), historyName(26)], ['00000002.history', '0000001A.history']);
});

test('no history is restored in place of another that lives', () => {
  const beside = (bases: ReturnType<typeof base>[], forks: string, ...names: string[]) =>
    ids(besideOf(bases.at(-1) as (typeof bases)[0], bases, { forks: forksOf(forks), names }));
  assert.equal(beside([base(10), base(20)], ''), '');
  const restored = [base(10), base(20), base(30, 2, { last: 6 })];
  const fork = '1\t0/5000148\t';
  assert.equal(beside(restored, fork, piece(1, 4), piece(1, 5)), '', 'the former one has ended');
  assert.equal(beside(restored, fork, piece(1, 5), piece(1, 6)), '20', 'it has gone on');
  assert.equal(beside(restored, ''), '20', 'nothing is known of whence it comes');
  // All of the log was replayed: the next piece would only begin.
  for (const at of ['0/6000000', '0/6000028'])
    assert.deepEqual(
      [beside(restored, `1\t${at}\t`, piece(1, 5)), beside(restored, `1\t${at}\t`, piece(1, 6))],
      ['', '20'],
    );
  assert.equal(beside([...restored, base(40, 1, { last: 9 })], ''), '30', 'a drill beside it');
  assert.equal(beside([base(10, 1, { system: '2' }), base(20)], ''), '10', 'another database');
  assert.equal(beside([base(10, 1, { last: 9 }), base(20, 2)], fork), '10', 'taken after the fork');
});

test('a place that another database uses is not begun in, and one that joins later is told', () => {
  const [first, drill, foreign] = [base(10), base(20, 2), base(30, 1, { system: '2' })];
  const is = (timeline: number, system = '1') => ({ system, timeline });
  assert.equal(taken([], is(1)), undefined);
  assert.equal(taken([first], is(1)), undefined);
  assert.equal(taken([first], is(2)), undefined, 'restored from it');
  assert.equal(taken([first], is(1, '2')), first);
  assert.equal(taken([drill], is(1)), drill, 'a copy from before');
  assert.equal(taken([first, foreign], is(1)), undefined, 'it was here before');
  assert.equal(rivalOf([first], is(1)), undefined);
  assert.equal(rivalOf([first, drill], is(2)), undefined, 'it went on from the first');
  assert.equal(rivalOf([first, drill], is(1)), drill);
  assert.equal(rivalOf([first, drill, base(25)], is(2))?.id, '25', 'the first lives');
  assert.equal(rivalOf([first, foreign], is(1)), foreign);
});
