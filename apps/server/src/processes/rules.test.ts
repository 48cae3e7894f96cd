import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRoles, planConnections, restartDelayMs } from './rules.ts';

test('ROLE=all starts several api processes and one worker; other roles start only their own', () => {
  assert.deepEqual(listRoles('all', 3), ['api', 'api', 'api', 'worker']);
  assert.deepEqual(listRoles('api', 2), ['api', 'api']);
  assert.deepEqual(listRoles('worker', 2), ['worker', 'worker']);
});

test('a process that keeps exiting restarts after growing delays, at most 30 s', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 8, 9, 1_000].map(restartDelayMs),
    [250, 500, 1_000, 2_000, 30_000, 30_000, 30_000],
  );
});

test('the embedded database has connections for all processes, with pools of 4 to 10', () => {
  assert.deepEqual(planConnections(3), { pool: 10, max: 53 });
  for (let processes = 1; processes <= 65; processes++) {
    const { pool, max } = planConnections(processes);
    assert.ok(pool >= 4 && pool <= 10 && max >= processes * (pool + 1) + 10);
  }
});
