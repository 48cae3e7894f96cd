import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPoller, WorkSignals } from './work-signals.ts';

test('a sleeping poller is woken by work of its kind, without waiting for its poll', async (t) => {
  // Mocked timers never fire, so no poll is due. Only a call can end the rest.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const signals = new WorkSignals();
  const { begin, isWoken, rest, end } = createPoller(signals, ['letters'], 300);
  begin();
  const resting = rest();
  assert.deepEqual([...signals.wakeLocal(['parcels'])], []);
  assert.equal(isWoken(), false);
  assert.deepEqual([...signals.wakeLocal(['letters'])], ['letters']);
  await resting;
  assert.equal(isWoken(), true);
  const polled = rest();
  t.mock.timers.tick(300);
  await polled;
  const ended = rest();
  end();
  await ended;
});
