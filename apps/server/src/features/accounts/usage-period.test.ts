import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { periodEnd, periodStart, withCurrentPeriod } from './usage-period.ts';

const start = (created: string, now: string): string =>
  periodStart(new Date(created), new Date(now)).toISOString().slice(0, 10);

test('a period begins on the day of creation, or on the last day of a shorter month', () => {
  assert.equal(start('2026-01-15T18:00:00Z', '2026-01-15T18:00:00Z'), '2026-01-15');
  assert.equal(start('2026-01-15T18:00:00Z', '2026-02-14T23:59:59Z'), '2026-01-15');
  assert.equal(start('2026-01-15T18:00:00Z', '2026-02-15T00:00:00Z'), '2026-02-15');
  assert.equal(start('2026-01-31T00:00:00Z', '2026-02-28T00:00:00Z'), '2026-02-28');
  assert.equal(start('2026-01-31T00:00:00Z', '2026-03-30T12:00:00Z'), '2026-02-28');
  assert.equal(start('2026-01-31T00:00:00Z', '2026-03-31T00:00:00Z'), '2026-03-31');
  assert.equal(start('2024-01-30T00:00:00Z', '2024-02-29T00:00:00Z'), '2024-02-29');
  assert.equal(start('2025-12-31T00:00:00Z', '2026-01-01T00:00:00Z'), '2025-12-31');
});

test('a period includes the current time, never starts in the future, and lasts at most 31 days', () => {
  const dates = fc.date({
    min: new Date('2020-01-01'),
    max: new Date('2040-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(dates, dates, (created, now) => {
      const days = (now.getTime() - periodStart(created, now).getTime()) / 86_400_000;
      return days >= 0 && days < 31;
    }),
  );
});

test('a period ends where the next one begins', () => {
  const dates = fc.date({
    min: new Date('2020-01-01'),
    max: new Date('2040-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(dates, dates, (created, now) => {
      const end = periodEnd(created, now);
      const before = new Date(end.getTime() - 1);
      return (
        end > now &&
        periodStart(created, end).getTime() === end.getTime() &&
        periodStart(created, before).getTime() === periodStart(created, now).getTime()
      );
    }),
  );
});

test('operators read the count of the current period, also when the last credential is from an earlier one', () => {
  const row = {
    createdAt: new Date('2026-01-20T12:00:00Z'),
    ...{ credentials: 7, periodStart: new Date('2026-02-20T00:00:00Z') },
  };
  const read = (now: string) => {
    const { credentials, periodStart } = withCurrentPeriod(new Date(now), row);
    return [credentials, periodStart.toISOString().slice(0, 10)];
  };
  assert.deepEqual(read('2026-03-19T23:59:59Z'), [7, '2026-02-20']);
  assert.deepEqual(read('2026-03-20T00:00:00Z'), [0, '2026-03-20']);
});
