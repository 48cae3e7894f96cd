import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Leases, readClocks } from './leases.ts';

const at = { monotonic: 0, wall: 0 };
/** One job with a lease of 30 seconds, and controlled clocks. */
function holdLease(context: TestContext) {
  Object.assign(at, { monotonic: 1_000, wall: 1_700_000_000_000 });
  context.mock.method(performance, 'now', () => at.monotonic);
  context.mock.method(Date, 'now', () => at.wall);
  const leases = new Leases(undefined as never, 30_000);
  context.after(() => leases.stop());
  return leases.hold({ id: 'one', attempts: 1 }, readClocks()).lost;
}

test('a lease is lost at nine tenths of its duration, without a timer, and stays lost', (context) => {
  const lost = holdLease(context);
  at.monotonic += 26_999;
  assert.equal(lost(), undefined);
  at.monotonic += 1;
  assert.match(lost()?.message ?? '', /another worker may have it now/);
  at.monotonic -= 1;
  assert.ok(lost());
});

test('a lease also expires by the wall clock, since the monotonic clock stops during suspension', (context) => {
  const lost = holdLease(context);
  at.wall += 27_000;
  assert.ok(lost());
});

test('setting the wall clock back does not extend a lease', (context) => {
  const lost = holdLease(context);
  at.wall -= 3_600_000;
  at.monotonic += 27_000;
  assert.ok(lost());
});
