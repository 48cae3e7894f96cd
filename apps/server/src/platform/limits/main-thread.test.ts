import assert from 'node:assert/strict';
import { mock, type TestContext, test } from 'node:test';
import { createMainThreadTurns, type Turn } from './main-thread.ts';

/** Microtasks, and the immediate after which a pause ends a turn. */
const settle = async (): Promise<void> => {
  for (let n = 0; n < 3; n++) await new Promise((resolve) => setImmediate(resolve));
};

let now = 0;
/** Stops the clock. */
function prepare(context: TestContext, { hasOthers = true } = {}) {
  context.mock.method(performance, 'now', () => now);
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  const turns = createMainThreadTurns(() => hasOthers);
  const started: string[] = [];
  const refused: string[] = [];
  const byName = new Map<string, Turn>();
  const ask = (name: string, client = name): void => {
    turns.take(client).then(
      (turn) => {
        started.push(name);
        byName.set(name, turn);
      },
      ({ code, retryAfterSeconds }) => refused.push(`${name} ${code} ${retryAfterSeconds}`),
    );
  };
  const get = (name: string): Turn => {
    const turn = byName.get(name);
    assert.ok(turn, `${name} has not started`);
    return turn;
  };
  const pass = async (ms: number): Promise<void> => {
    now += ms;
    mock.timers.tick(ms);
    await settle();
  };
  const end = async (name: string, usedMs: number): Promise<void> => {
    await settle();
    now += usedMs;
    get(name).end();
    await settle();
  };
  /** Uses more time than a client may without waiting for rests. */
  const useMuch = async (...clients: string[]): Promise<void> => {
    for (const client of clients) {
      ask(client);
      await end(client, 30);
      await pass(60);
    }
    started.length = 0;
  };
  return { turns, started, refused, ask, get, end, pass, useMuch };
}

test('one client has a turn at a time, and the one that used the least is next', async (context) => {
  const { started, ask, end } = prepare(context, { hasOthers: false });
  for (const name of ['a1', 'a2', 'a3']) ask(name, 'a');
  ask('b1', 'b');
  await end('a1', 5);
  assert.deepEqual(started, ['a1', 'b1']);
  await end('b1', 1);
  await end('a2', 1);
  assert.deepEqual(started, ['a1', 'b1', 'a2', 'a3'], 'without a rest');
});

test('while others send requests, the turns of all clients together take a third of the time', async (context) => {
  const { started, ask, end, pass, useMuch } = prepare(context);
  const clients = Array.from({ length: 12 }, (_, n) => `hostile${n}`);
  await useMuch(...clients);
  for (const client of clients) ask(client);
  for (let n = 0; n < clients.length; n++) {
    await settle();
    assert.equal(started.length, n + 1);
    await end(started[n] ?? '', 3);
    await pass(5);
    assert.equal(started.length, n + 1, 'still resting');
    await pass(1);
  }
  assert.equal(new Set(started).size, clients.length);
});

test('a client that used little does not wait for the rest, which follows later', async (context) => {
  const { started, ask, end, pass, useMuch } = prepare(context);
  await useMuch('hostile');
  ask('hostile1', 'hostile');
  ask('hostile2', 'hostile');
  await end('hostile1', 5);
  ask('new');
  await settle();
  assert.deepEqual(started, ['hostile1', 'new']);
  await end('new', 3);
  await pass(15);
  assert.deepEqual(started, ['hostile1', 'new'], '10 ms were left, and 6 are added');
  await pass(1);
  assert.deepEqual(started, ['hostile1', 'new', 'hostile2']);
});

test('work that waits for something else has no turn meanwhile, and continues in a turn', async (context) => {
  const { started, ask, get, end } = prepare(context, { hasOthers: false });
  const fetched = Promise.withResolvers<string>();
  ask('slow');
  await settle();
  const examined = get('slow').pause(() => fetched.promise);
  ask('next');
  await settle();
  assert.deepEqual(started, ['slow', 'next']);
  let result: string | undefined;
  void examined.then((text) => {
    result = text;
  });
  fetched.resolve('document');
  await settle();
  assert.equal(result, undefined, 'the next client has the turn');
  await end('next', 1);
  assert.equal(result, 'document');
  ask('last');
  await settle();
  assert.deepEqual(started, ['slow', 'next']);
  await end('slow', 1);
  assert.deepEqual(started, ['slow', 'next', 'last']);
});

test('a turn that is over does not continue, even if its work does', async (context) => {
  const { started, ask, get, end, turns } = prepare(context, { hasOthers: false });
  const fetched = Promise.withResolvers<void>();
  ask('left');
  await settle();
  const rest = get('left').pause(() => fetched.promise);
  await end('left', 1);
  fetched.resolve();
  await rest;
  assert.equal(turns.figures.running, 0);
  ask('next');
  await settle();
  assert.deepEqual(started, ['left', 'next']);
});

test('a turn that waits without a pause ends after 50 ms', async (context) => {
  const { started, ask, pass } = prepare(context, { hasOthers: false });
  ask('waiting');
  ask('next');
  await settle();
  await pass(49);
  assert.deepEqual(started, ['waiting']);
  await pass(1);
  assert.deepEqual(started, ['waiting', 'next']);
});

test('work that waits for 4 s, or behind 20 others of its client, is refused with the time to retry after', async (context) => {
  const { refused, ask } = prepare(context);
  for (let n = 0; n <= 21; n++) ask(`work${n}`, 'a');
  await settle();
  assert.deepEqual(refused, ['work21 busy 5']);
  mock.timers.tick(3_999);
  await settle();
  assert.equal(refused.length, 1);
  mock.timers.tick(1);
  await settle();
  assert.equal(refused.at(-1), 'work20 busy 5');
});
