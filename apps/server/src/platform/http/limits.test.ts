import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEvictable } from './large-bodies.ts';
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

test('clients of an IPv6 /48 share 16 budgets, and a client’s excess costs its neighbors nothing', () => {
  const limits = new RequestLimits(1, []);
  const countAdmitted = (ip: string, many: number): number =>
    Array.from({ length: many }, () => limits.admits(from(ip))).filter(Boolean).length;
  assert.equal(countAdmitted('2001:db8:1:0::1', 6_000), 300);
  for (let n = 1; n <= 15; n++) assert.equal(countAdmitted(`2001:db8:1:${n}::1`, 300), 300);
  assert.equal(countAdmitted('2001:db8:1:ffff::1', 1), 0);
  assert.equal(countAdmitted('2001:db8:2::1', 1), 1);
});

test('many clients evict the least recent one, not a client at its limit', (context) => {
  // A mock would record each call.
  performance.now = () => 0;
  context.after(() => Reflect.deleteProperty(performance, 'now'));
  const limits = new RequestLimits(1, []);
  const admit = (ip: string): boolean => limits.admits(from(ip));
  for (let n = 0; n < 300; n++) assert.equal(admit('203.0.113.7'), true);
  for (let n = 0; n < 150_000; n++) {
    admit(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
    if (n % 10_000 === 0) assert.equal(admit('203.0.113.7'), false);
  }
  assert.equal(admit('203.0.113.7'), false);
});

test('a slow body gives its place to a client that waits, and an old one if its client has several', () => {
  const body = { ageMs: 9_000, bytesPerSecond: 40_000, placesOfClient: 2 };
  assert.equal(isEvictable(body), false);
  assert.equal(isEvictable({ ...body, bytesPerSecond: 30_000 }), true);
  assert.equal(isEvictable({ ...body, bytesPerSecond: 30_000, ageMs: 1_000 }), false);
  assert.equal(isEvictable({ ...body, ageMs: 10_000 }), true);
  assert.equal(isEvictable({ ...body, ageMs: 10_000, placesOfClient: 1 }), false);
});
