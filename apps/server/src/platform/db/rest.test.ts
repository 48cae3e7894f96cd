import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPoller, WorkSignals } from './work-signals.ts';

test('a sleeping poller is woken by work of its kind, without waiting for its poll', async (t) => {
  // Mocked timers never fire, so no poll is due. Only a call can end the rest.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const signals = new WorkSignals();
  const { rest, end } = createPoller(signals, ['letters'], { pollMs: 300 });
  const remoteKinds: string[] = [];
  signals.onRemote((kinds) => remoteKinds.push(...kinds));
  let isResting = true;
  const resting = rest().then(() => {
    isResting = false;
  });
  signals.wakeLocal(['parcels']);
  signals.wake(['parcels']);
  assert.deepEqual(remoteKinds, ['parcels'], 'no worker here');
  await Promise.resolve();
  assert.equal(isResting, true);
  signals.wake(['letters', 'parcels']);
  assert.deepEqual(remoteKinds, ['parcels', 'parcels']);
  await resting;
  // Work that arrives between two rests counts.
  signals.wakeLocal(['letters']);
  await rest();
  const polled = rest();
  t.mock.timers.tick(300);
  await polled;
  const ended = rest();
  end();
  await ended;
});
