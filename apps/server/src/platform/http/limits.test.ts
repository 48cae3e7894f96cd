import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestLimits, type WindowCounts } from './limits.ts';

type Listener = (counts: WindowCounts) => void;

/** Several instances that share counts immediately. */
function related(many: number): RequestLimits[] {
  const listeners: Listener[] = [];
  return Array.from({ length: many }, (_, own) => {
    const send = (counts: WindowCounts) => {
      for (const [at, listen] of listeners.entries()) if (at !== own) listen(counts);
    };
    return new RequestLimits(1, [], { send, subscribe: (listen) => listeners.push(listen) });
  });
}

const from = (remoteAddress: string) => ({ socket: { remoteAddress } }) as never;

test('sibling processes share a limit: requests admitted by one count in the others', ({
  mock,
}) => {
  // At the start of a shared minute.
  mock.method(process.hrtime, 'bigint', () => 60_000n * 1_000_000n);
  mock.method(performance, 'now', () => 0);
  mock.timers.enable({ apis: ['setTimeout'] });
  const [one, two, three] = related(3) as [RequestLimits, RequestLimits, RequestLimits];
  const countAdmitted = (limits: RequestLimits, many: number): number =>
    Array.from({ length: many }, () => limits.admits(from('203.0.113.7'))).filter(Boolean).length;
  assert.equal(countAdmitted(one, 100), 100);
  assert.equal(countAdmitted(two, 150), 150);
  mock.timers.tick(25);
  assert.equal(countAdmitted(three, 100), 50);
  mock.timers.tick(25);
  assert.deepEqual([countAdmitted(one, 10), countAdmitted(two, 10)], [0, 0]);
  assert.equal(one.admits(from('203.0.113.8')), true);
});
