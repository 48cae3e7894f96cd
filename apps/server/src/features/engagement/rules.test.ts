import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buildSeries,
  countedNetwork,
  decideRange,
  findUncountedRange,
  nextCountingStep,
  parseMidnight,
  summarizeCounts,
} from './rules.ts';

const hour = 3_600_000;
const day = 24 * hour;
const range = { from: parseMidnight('2027-02-01'), to: parseMidnight('2027-02-05') };
const row = (kind: string, count: number, network = '') => ({ kind, network, count });

test('only a share has a network', () => {
  assert.equal(countedNetwork({ kind: 'share', network: 'linkedin' }), 'linkedin');
  assert.equal(countedNetwork({ kind: 'share' }), '');
  assert.equal(countedNetwork({ kind: 'view', network: 'linkedin' }), '');
});

test('counts are summed by kind, and shares by network; a share without network is ignored', () => {
  const counted = [
    ...[row('view', 2), row('view', 3), row('download', 1), row('linkedin_add', 4)],
    ...[row('share', 5, 'x'), row('share', 6), row('issued', 7)],
  ];
  const sums = { views: 5, shares: { x: 5 }, downloads: 1, linkedin_adds: 4 };
  assert.deepEqual(summarizeCounts(counted), sums);
});

test('the default range is 30 days, the maximum is 400, and dates must exist', () => {
  const now = parseMidnight('2027-02-05') + 13 * hour;
  const usual = { from: parseMidnight('2027-01-07'), to: range.to };
  assert.deepEqual(decideRange({}, now), usual);
  assert.deepEqual(decideRange({ from: '2027-02-01' }, now), range);
  assert.deepEqual(decideRange({ from: '2027-02-05', to: '2027-02-05' }, now), {
    ...{ from: range.to, to: range.to },
  });
  const field = (from: string, to?: string) => {
    const decided = decideRange({ from, to }, now);
    return 'field' in decided ? decided.field : undefined;
  };
  assert.equal(field('2026-01-02'), undefined);
  assert.equal(field('2026-01-01'), 'from');
  assert.equal(field('2027-02-06'), 'from');
  assert.equal(field('2027-02-29'), 'from');
  assert.equal(field('2027-02-01T00:00:00Z'), 'from');
  assert.equal(field('2027-02-01', '2027-02-30'), 'to');
});

test('a series includes every day of the range, also days without events', () => {
  const counted = [{ day: '2027-02-02', ...row('view', 2) }];
  const issued = [{ day: '2027-02-04', count: 3 }];
  const { days, total, ...bounds } = buildSeries(range, counted, issued);
  assert.deepEqual(bounds, { from: '2027-02-01', to: '2027-02-05' });
  assert.deepEqual(
    days.map(({ views, issued: issuedCount }) => [views, issuedCount]),
    [
      ...[
        [0, 0],
        [2, 0],
        [0, 0],
      ],
      ...[
        [0, 3],
        [0, 0],
      ],
    ],
  );
  assert.deepEqual([total.views, total.issued], [2, 3]);
});

test('days before counting started wait until nobody can issue on them; a complete database has none', () => {
  const end = parseMidnight('2027-02-02');
  assert.equal(nextCountingStep(undefined, end), 'begin');
  assert.equal(nextCountingStep('2027-02-02', end + hour - 1), undefined);
  assert.deepEqual(nextCountingStep('2027-02-02', end + hour), { end });
  assert.equal(nextCountingStep('1970-01-01', end), undefined);
});

test('days of a range that are already counted are not counted from credentials', () => {
  assert.deepEqual(findUncountedRange(range, null), range);
  assert.deepEqual(findUncountedRange(range, '2027-02-06'), range);
  assert.deepEqual(findUncountedRange(range, '2027-02-03'), {
    from: range.from,
    to: range.to - 3 * day,
  });
  assert.equal(findUncountedRange(range, '2027-02-01'), undefined);
  assert.equal(findUncountedRange(range, '1970-01-01'), undefined);
});
