import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHeader } from './header.ts';
import {
  baseFor,
  isSegment,
  isTooMuch,
  nextName,
  reachOf,
  segmentAt,
  stillNeeded,
  whyBase,
} from './rules.ts';

const segmentBytes = 16 * 1024 ** 2;
const gigabyte = 1024 ** 3;

test('pieces of the log follow each other as PostgreSQL names them', () => {
  const next = (name: string, bytes = segmentBytes) => nextName(name, bytes);
  assert.equal(next('000000010000000000000001'), '000000010000000000000002');
  assert.equal(next('0000000200000003000000FF'), '000000020000000400000000');
  assert.equal(next('000000010000000000000003', gigabyte), '000000010000000100000000');
  assert.equal(segmentAt('0/2000120', 1, segmentBytes), '000000010000000000000002');
  assert.equal(segmentAt('1A/FF000000', 10, segmentBytes), '0000000A0000001A000000FF');
  for (const name of ['00000002.history', '000000010000000000000002.partial', 'x', ''])
    assert.equal(isSegment(name), false, name);
});

test('a log goes on as far as nothing is missing', () => {
  const [one, two, three, four] = [1, 2, 3, 4].map((n) => `00000001000000000000000${n}`) as [
    ...[string, string, string, string],
  ];
  const reach = (...names: string[]) => reachOf(one, names, segmentBytes);
  assert.deepEqual(reach(), { next: two, isBroken: false });
  assert.deepEqual(reach(two, three, one), { next: four, isBroken: false });
  assert.deepEqual(reach(two, four), { next: three, isBroken: true });
  // Another history is another matter.
  assert.deepEqual(reach(two, '000000020000000000000009'), { next: three, isBroken: false });
});

test('a moment is restored from the last base backup before it', () => {
  const based = (at: number, timeline = 1) => ({
    ...{ system: '1', id: String(at), finishedAt: at },
    manifest: { timeline },
  });
  const bases = [30, 10, 20].map((at) => based(at));
  const at = (until?: number) => baseFor(bases, until)?.id;
  assert.deepEqual([at(9), at(10), at(29), at(99), at()], [undefined, '10', '20', '30', '30']);
  const kept = (cutoff: number) => stillNeeded(bases, cutoff).map(({ id }) => id);
  assert.deepEqual(kept(9), ['10', '20', '30']);
  assert.deepEqual(kept(20), ['20', '30']);
  assert.deepEqual(kept(25), ['20', '30'], 'the one before is needed for what came after it');
  assert.deepEqual(kept(99), ['30'], 'never none');
  const both = [based(10), based(20), based(25, 2), based(30)];
  const keptOf = (cutoff: number) => stillNeeded(both, cutoff).map(({ id }) => id);
  assert.deepEqual(keptOf(26), ['20', '25', '30'], 'of each history that goes on');
  assert.deepEqual(keptOf(99), ['30']);
});

test('a base backup is taken when there is none of this history, one is old, or the log has a gap', () => {
  const hour = 3_600_000;
  const last = { finishedAt: 0, timeline: 1 };
  const why = (more: object) =>
    whyBase({ last, isBroken: false, timeline: 1, now: hour, everyHours: 24, ...more });
  assert.equal(why({}), undefined);
  assert.match(why({ last: undefined }) ?? '', /none yet/);
  assert.match(why({ timeline: 2 }) ?? '', /restored/);
  assert.match(why({ isBroken: true }) ?? '', /missing/);
  assert.match(why({ now: 24 * hour }) ?? '', /old/);
});

test('the database has its room before the archive', () => {
  const tooMuch = (waitingBytes: number, freeBytes: number) =>
    isTooMuch({ waitingBytes, freeBytes }, gigabyte);
  assert.equal(tooMuch(gigabyte, 10 * gigabyte), false);
  assert.equal(tooMuch(gigabyte + 1, 10 * gigabyte), true);
  assert.equal(tooMuch(1, 1024), true);
  assert.equal(tooMuch(0, 1024), false);
});

test('whose a piece of a log is stands at its head', () => {
  const bytes = Buffer.alloc(1024 ** 2);
  bytes.writeUInt16LE(0x0002, 2);
  bytes.writeUInt32LE(3, 4);
  bytes.writeBigUInt64LE(5n * 1024n ** 2n, 8);
  bytes.writeBigUInt64LE(7_575_000_000_000_000_001n, 24);
  bytes.writeUInt32LE(bytes.length, 32);
  assert.deepEqual(readHeader(bytes), {
    ...{ system: '7575000000000000001', timeline: 3, segmentBytes: bytes.length },
    at: 5n * 1024n ** 2n,
  });
  assert.equal(readHeader(bytes.subarray(0, 8192)), undefined, 'cut short');
  assert.equal(readHeader(Buffer.alloc(1024 ** 2)), undefined);
});
