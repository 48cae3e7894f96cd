import assert from 'node:assert/strict';
import { mock, type TestContext, test } from 'node:test';
import {
  type CallContext,
  createAccountTurns,
  currentCall,
  currentClient,
  notePublicRead,
  runForAccount,
  setClient,
} from './call-context.ts';

const newCall = (isRead = false): CallContext => ({
  ...{ client: '192.0.2.1', isRead, isPublicRead: false, waitedMs: 0 },
});

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Stops the clock an hour later for each test, when no client of an earlier one counts. All times are in the past,
 * so that none of them counts in the other test files of this process.
 */
let now = performance.now() - 1_000 * 3_600_000;
function prepare(context: TestContext) {
  now += 3_600_000;
  context.mock.method(performance, 'now', () => now);
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  const turns = createAccountTurns();
  const started: string[] = [];
  const ends = new Map<string, (usedMs: number) => void>();
  const refused = new Map<string, unknown>();
  /** A statement of a request. Without a client, the request isn't signed in. */
  const ask = (name: string, client?: string, call = newCall()): CallContext => {
    currentCall.run(call, () => {
      if (client) setClient(client);
      turns.take(call, 4_000).then(
        (end) => {
          started.push(name);
          ends.set(name, end);
        },
        (error) => refused.set(name, error),
      );
    });
    return call;
  };
  const end = async (name: string, usedMs = 0): Promise<void> => {
    ends.get(name)?.(usedMs);
    await settle();
  };
  return { turns, started, refused, ask, end };
}

test('while other clients send requests, those of one account use the database one at a time', async (context) => {
  const { started, ask, end } = prepare(context);
  ask('other1', 'other');
  for (let n = 1; n <= 12; n++) ask(`busy${n}`, 'busy');
  ask('other2', 'other2');
  ask('third', 'third');
  await settle();
  assert.deepEqual(started, ['other1', 'busy1', 'other2', 'third']);
  await end('busy1');
  await end('busy2');
  assert.deepEqual(started.slice(4), ['busy2', 'busy3'], 'in the order of their arrival');
});

test('after a read, the account rests twice as long as the read took, and at most 50 ms', async (context) => {
  const { started, ask, end } = prepare(context);
  ask('other', 'other');
  for (const name of ['list', 'next', 'last']) ask(name, 'busy', newCall(true));
  await settle();
  await end('list', 10);
  mock.timers.tick(19);
  await settle();
  assert.deepEqual(started, ['other', 'list']);
  mock.timers.tick(1);
  await settle();
  assert.deepEqual(started, ['other', 'list', 'next']);
  await end('next', 200);
  mock.timers.tick(50);
  await settle();
  assert.deepEqual(started, ['other', 'list', 'next', 'last']);
});

test('a read does not wait for its own rest, and keeps its turn for at most 1 s', async (context) => {
  const { started, ask, end } = prepare(context);
  ask('other', 'other');
  const call = ask('first', 'busy', newCall(true));
  ask('queued', 'busy', newCall(true));
  await settle();
  await end('first', 10);
  ask('second', undefined, call);
  await settle();
  assert.deepEqual(started, ['other', 'first', 'second']);
  now += 1_001;
  ask('other2', 'other');
  await end('second', 10);
  ask('third', undefined, call);
  await settle();
  assert.deepEqual(started.slice(3), ['other2'], 'behind the other request');
  mock.timers.tick(20);
  await settle();
  assert.deepEqual(started.slice(3), ['other2', 'queued']);
});

test('an account without others is not limited', async (context) => {
  const { started, ask } = prepare(context);
  for (let n = 1; n <= 12; n++) ask(`busy${n}`, 'busy');
  await settle();
  assert.equal(started.length, 12);
});

test('an account takes turns within a second of a public read', async (context) => {
  const { started, ask } = prepare(context);
  notePublicRead();
  for (let n = 1; n <= 3; n++) ask(`busy${n}`, 'busy');
  await settle();
  assert.deepEqual(started, ['busy1']);
});

test('requests that are not signed in take no turns', async (context) => {
  const { started, ask } = prepare(context);
  ask('other', 'other');
  for (const name of ['read1', 'read2', 'read3']) ask(name);
  await settle();
  assert.equal(started.length, 4);
});

test('a request that has a connection takes another one without a turn', async (context) => {
  const { started, ask, end } = prepare(context);
  ask('other', 'other');
  const call = ask('first', 'busy');
  ask('queued', 'busy');
  await settle();
  ask('second', undefined, call);
  await settle();
  assert.deepEqual(started, ['other', 'first', 'second']);
  await end('first');
  assert.deepEqual(started.at(-1), 'queued');
});

test('a turn of a write passes to the next after 50 ms, so a lock does not stop the account', async (context) => {
  const { started, ask } = prepare(context);
  ask('other', 'other');
  for (let n = 1; n <= 3; n++) ask(`busy${n}`, 'busy');
  await settle();
  mock.timers.tick(50);
  await settle();
  assert.deepEqual(started, ['other', 'busy1', 'busy2']);
});

test('a slow read keeps its turn for 1 s, so that slow searches run one at a time', async (context) => {
  const { started, ask } = prepare(context);
  ask('other', 'other');
  for (let n = 1; n <= 3; n++) ask(`search${n}`, 'busy', newCall(true));
  await settle();
  mock.timers.tick(999);
  await settle();
  assert.deepEqual(started, ['other', 'search1']);
  mock.timers.tick(1);
  await settle();
  assert.deepEqual(started, ['other', 'search1', 'search2']);
});

test('a write of the account does not wait for its reads', async (context) => {
  const { started, ask } = prepare(context);
  ask('other', 'other');
  for (let n = 1; n <= 3; n++) ask(`search${n}`, 'busy', newCall(true));
  for (let n = 1; n <= 3; n++) ask(`issue${n}`, 'busy');
  await settle();
  assert.deepEqual(started, ['other', 'search1', 'issue1']);
});

test('a request whose turn does not come within 4 s is refused, with the time to retry after', async (context) => {
  const { turns, refused, ask } = prepare(context);
  ask('other', 'other');
  for (let n = 1; n <= 251; n++) ask(`busy${n}`, 'busy');
  await settle();
  assert.equal(turns.figures.waiting, 250);
  ask('late', 'busy');
  await settle();
  assert.deepEqual([...refused.keys()], ['late'], 'no more than 250 wait');
  mock.timers.tick(4_000);
  await settle();
  const problem = refused.get('busy251') as { code?: string; retryAfterSeconds?: number };
  assert.equal(problem.code, 'database_unavailable');
  assert.equal(problem.retryAfterSeconds, 5);
});

test('background work for two accounts shares queues as two clients', async () => {
  const ids = ['a', 'b'].map((id) => runForAccount(id, async () => currentClient()));
  assert.deepEqual([...(await Promise.all(ids)), currentClient()], ['a', 'b', 'background']);
});
