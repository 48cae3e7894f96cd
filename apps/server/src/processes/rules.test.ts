import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRoles, planConnections, restartDelayMs } from './rules.ts';

test('so many answer requests, and one does the work; or each what ROLE says', () => {
  assert.deepEqual(listRoles('all', 3), ['api', 'api', 'api', 'worker']);
  assert.deepEqual(listRoles('api', 2), ['api', 'api']);
  assert.deepEqual(listRoles('worker', 2), ['worker', 'worker']);
});

test('what ends again and again is started ever later, at most half a minute', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 8, 9, 1_000].map(restartDelayMs),
    [250, 500, 1_000, 2_000, 30_000, 30_000, 30_000],
  );
});

test('an embedded database has room for all processes, and few wait for each other in it', () => {
  assert.deepEqual(planConnections(3), { pool: 10, most: 53 });
  for (let processes = 1; processes <= 65; processes++) {
    const { pool, most } = planConnections(processes);
    assert.ok(pool >= 4 && pool <= 10 && most >= processes * (pool + 1) + 10);
  }
});
