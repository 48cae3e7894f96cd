import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withCurrentPeriod } from './usage-period.ts';

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
