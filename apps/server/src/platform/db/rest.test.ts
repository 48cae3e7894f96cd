import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Kysely } from 'kysely';
import { createPoller } from './poller.ts';
import { wakeLocalWorkers } from './work.ts';

test('a sleeping poller is woken by work of its kind, without waiting for its poll', async (t) => {
  // Mocked timers never fire, so no poll is due. Only a call can end the rest.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const db = {} as Kysely<unknown>;
  const { begin, isWoken, rest, end } = createPoller(db, ['letters'], 300);
  begin();
  const resting = rest();
  assert.deepEqual([...wakeLocalWorkers(db, ['parcels'])], []);
  assert.equal(isWoken(), false);
  assert.deepEqual([...wakeLocalWorkers(db, ['letters'])], ['letters']);
  await resting;
  assert.equal(isWoken(), true);
  const polled = rest();
  t.mock.timers.tick(300);
  await polled;
  const ended = rest();
  end();
  await ended;
});
