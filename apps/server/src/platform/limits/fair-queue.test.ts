import assert from 'node:assert/strict';
import { mock, type TestContext, test } from 'node:test';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

/** Records the order in which work starts, and ends each piece of work on request. */
function record(queue: FairQueue, clock: { now: number }) {
  const started: string[] = [];
  const ends = new Map<string, (costMs: number) => Promise<void>>();
  const ask = (
    name: string,
    client: string,
    options: { estimateMs?: number; isFirst?: boolean; signal?: AbortSignal } = {},
  ): Promise<unknown> => {
    const result = queue.run(
      client,
      () => {
        started.push(name);
        return new Promise<void>((resolve) => {
          ends.set(name, async (costMs) => {
            clock.now += costMs;
            resolve();
            await settle();
          });
        });
      },
      options,
    );
    return result.catch((error: { code?: string; retryAfterSeconds?: number }) => [
      error.code,
      error.retryAfterSeconds,
    ]);
  };
  const end = async (name: string, costMs: number): Promise<void> => {
    await settle();
    const finish = ends.get(name);
    assert.ok(finish, `${name} has not started`);
    await finish(costMs);
  };
  return { started, ask, end };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function stopClock(context: TestContext): { now: number } {
  const clock = { now: 0 };
  context.mock.method(performance, 'now', () => clock.now);
  return clock;
}

function useMockTimers(context: TestContext): void {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
}

test('work of a client that has used no time starts before work of clients that used much', async (context) => {
  const clock = stopClock(context);
  const queue = createFairQueue({ slots: 1 });
  const { started, ask, end } = record(queue, clock);
  const hostile = ['a', 'b', 'c'];
  for (const client of hostile) void ask(`${client}1`, client);
  for (const client of hostile) await end(`${client}1`, 1_000);
  void ask('a2', 'a');
  for (const client of ['b', 'c', 'a']) void ask(`${client}-later`, client);
  void ask('new', 'new');
  await settle();
  await end('a2', 1_000);
  assert.equal(started.at(-1), 'new');
  assert.equal(queue.figures.waiting, 3);
});

test('clients of an IPv6 site count for each other, so that a new address starts after other new clients', async (context) => {
  const clock = stopClock(context);
  const { started, ask, end } = record(createFairQueue({ slots: 1 }), clock);
  for (const n of ['1', '2', '3']) {
    void ask(n, `20010db8000100${n}0/64`);
    await end(n, 1_000);
  }
  void ask('4', '20010db800010040/64');
  void ask('of this site', '20010db800010050/64');
  void ask('of another site', '20010db800020010/64');
  await end('4', 1);
  await end('of another site', 1);
  assert.deepEqual(started.slice(-2), ['of another site', 'of this site']);
});

test('new addresses of an IPv4 network that used much start after those of other networks, and before its heavy clients', async (context) => {
  const clock = stopClock(context);
  const { started, ask, end } = record(createFairQueue({ slots: 1 }), clock);
  for (const n of ['1', '2', '3']) {
    void ask(n, `203.0.113.${n}`);
    await end(n, 1_000);
  }
  void ask('4', '203.0.113.4');
  void ask('heavy', '203.0.113.1');
  void ask('of this network', '203.0.113.5');
  void ask('of another network', '198.51.100.5');
  await end('4', 1);
  await end('of another network', 1);
  await end('of this network', 1);
  assert.deepEqual(started.slice(-3), ['of another network', 'of this network', 'heavy']);
});

test('the shortest work starts first among clients that used equally much, then the oldest', async (context) => {
  const clock = stopClock(context);
  const { started, ask, end } = record(createFairQueue({ slots: 1 }), clock);
  void ask('running', 'z');
  void ask('long', 'a', { estimateMs: 500 });
  void ask('short', 'b', { estimateMs: 10 });
  void ask('short too', 'c', { estimateMs: 10 });
  for (const name of ['running', 'short', 'short too']) await end(name, 1);
  assert.deepEqual(started, ['running', 'short', 'short too', 'long']);
});

test('work marked as first starts before all other work, and is refused last', async (context) => {
  const clock = stopClock(context);
  const queue = createFairQueue({ slots: 1, maxWaiting: 2 });
  await queue.run('used much', async () => {
    clock.now += 9_000;
  });
  const { started, ask, end } = record(queue, clock);
  void ask('running', 'z');
  const usual = ask('usual', 'new');
  void ask('first', 'used much', { isFirst: true });
  void ask('first too', 'used much', { isFirst: true });
  assert.deepEqual(await usual, ['busy', 5]);
  void ask('usual later', 'other');
  await settle();
  assert.equal(queue.figures.waiting, 2);
  for (const name of ['running', 'first', 'first too']) await end(name, 1);
  assert.deepEqual(started, ['running', 'first', 'first too']);
});

test('a client leaves one slot free for others, and its used time is forgotten over time', async (context) => {
  const clock = stopClock(context);
  const { started, ask, end } = record(createFairQueue({ slots: 2 }), clock);
  void ask('a1', 'a');
  void ask('a2', 'a');
  await settle();
  assert.deepEqual(started, ['a1'], 'the second slot stays free');
  void ask('b1', 'b');
  await settle();
  assert.deepEqual(started, ['a1', 'b1']);
  await end('a1', 4_000);
  await end('b1', 0);
  assert.deepEqual(started, ['a1', 'b1', 'a2']);
  clock.now += 100_000;
  void ask('b2', 'b');
  void ask('a3', 'a');
  void ask('b3', 'b');
  await end('a2', 0);
  assert.ok(started.includes('b2') && !started.includes('b3'));
});

test('time used elsewhere counts when it is charged', async (context) => {
  const clock = stopClock(context);
  const queue = createFairQueue({ slots: 1 });
  const { started, ask, end } = record(queue, clock);
  queue.charge('busy', 3_000);
  void ask('running', 'z');
  void ask('busy', 'busy');
  void ask('idle', 'idle');
  await end('running', 1);
  assert.deepEqual(started, ['running', 'idle']);
});

test('`charge` replaces the elapsed time', async (context) => {
  const clock = stopClock(context);
  const queue = createFairQueue({ slots: 1 });
  await queue.run('waited', async (charge) => {
    clock.now += 900;
    charge(5);
  });
  await queue.run('worked', async () => {
    clock.now += 100;
  });
  const { started, ask, end } = record(queue, clock);
  void ask('running', 'z');
  void ask('worked', 'worked');
  void ask('waited', 'waited');
  await settle();
  await end('running', 1);
  assert.deepEqual(started, ['running', 'waited']);
});

test('work that cannot start in time is refused as busy, with the time to retry after', async (context) => {
  useMockTimers(context);
  const clock = stopClock(context);
  const queue = createFairQueue({ slots: 1, maxWaitMs: 5_000 });
  const { started, ask, end } = record(queue, clock);
  void ask('running', 'a');
  const late = ask('late', 'b');
  await settle();
  mock.timers.tick(5_000);
  assert.deepEqual(await late, ['busy', 5]);
  await end('running', 5_000);
  assert.deepEqual(started, ['running']);
  assert.deepEqual({ ...queue.figures }, { running: 0, waiting: 0, refused: 1 });
});

test('a full queue refuses the work of the client that used the most', async (context) => {
  const clock = stopClock(context);
  const queue = createFairQueue({
    ...{ slots: 1, maxWaiting: 2, maxWaitingPerClient: 2 },
  });
  await queue.run('a', async () => {
    clock.now += 3_000;
  });
  const { ask } = record(queue, clock);
  void ask('running', 'z');
  const [first, second, third] = [ask('a1', 'a'), ask('a2', 'a'), ask('a3', 'a')];
  assert.deepEqual(await third, ['busy', 5], 'one client has only two places');
  void ask('b1', 'b');
  assert.deepEqual(await second, ['busy', 5]);
  void ask('c1', 'c');
  assert.deepEqual(await first, ['busy', 5]);
  assert.equal(queue.figures.waiting, 2);
});

test('work whose caller has gone does not start', async (context) => {
  const clock = stopClock(context);
  const { started, ask, end } = record(createFairQueue({ slots: 1 }), clock);
  void ask('running', 'a');
  const disconnected = new AbortController();
  const left = ask('left', 'b', { signal: disconnected.signal });
  await settle();
  disconnected.abort();
  assert.deepEqual(await left, ['busy', 5]);
  assert.deepEqual(await ask('after', 'b', { signal: disconnected.signal }), ['busy', 5]);
  await end('running', 1);
  assert.deepEqual(started, ['running']);
});

test('work that fails gives its slot to the next', async () => {
  const queue = createFairQueue({ slots: 1 });
  const failed = queue.run('a', () => Promise.reject(new Error('no')));
  const next = queue.run('b', async () => 'works');
  await assert.rejects(failed, /no/);
  assert.equal(await next, 'works');
});

test('ending work twice frees its slot once', async () => {
  const queue = createFairQueue({ slots: 1 });
  const end = await queue.enter('a');
  end();
  const endSecond = await queue.enter('b');
  end();
  assert.equal(queue.figures.running, 1);
  endSecond();
  assert.equal(queue.figures.running, 0);
});
