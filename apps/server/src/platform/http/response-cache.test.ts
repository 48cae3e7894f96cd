import assert from 'node:assert/strict';
import { mock, type TestContext, test } from 'node:test';
import {
  type PreparedResponse,
  prepareResponse,
  type ResponseContent,
} from './prepared-response.ts';
import { ResponseCache } from './response-cache.ts';

const prepared = (body: string, cacheTags: string[] = [], more: Partial<ResponseContent> = {}) => ({
  ...prepareResponse({ type: 'text/plain', body, cache: 'no-cache', cacheTags, ...more }),
  etag: body,
});
const away = new Error('away');
const createCache = (bytes = 1_000_000) =>
  new ResponseCache(bytes, (error) => error === away, 29_000);

test('a miss is loaded once however many wait', async () => {
  const cache = createCache();
  const load = mock.fn(async () => prepared('a'));
  const answers = await Promise.all(Array.from({ length: 50 }, () => cache.get('k', load)));
  assert.equal(load.mock.callCount(), 1);
  assert.equal(new Set(answers).size, 1);
  assert.equal(cache.peek('k')?.etag, 'a');
});

test('a change drops every response that depends on it', async () => {
  const cache = createCache();
  await cache.get('one', async () => prepared('1', ['badge/1', 'credential/1']));
  await cache.get('two', async () => prepared('2', ['badge/1']));
  await cache.get('other', async () => prepared('3', ['badge/2']));
  cache.drop('badge/1');
  assert.deepEqual(
    ['one', 'two', 'other'].map((key) => cache.peek(key)?.etag),
    [undefined, undefined, '3'],
  );
});

test('dropped responses no longer count toward the size, however many shared a tag', async () => {
  const cache = createCache();
  for (const key of ['one', 'two', 'three'])
    await cache.get(key, async () => prepared(key, ['badge/1', `credential/${key}`, 'badge/1']));
  const before = cache.bytes;
  await cache.get('four', async () => prepared('four', ['badge/1']));
  assert.ok(cache.bytes > before);
  cache.drop('badge/1');
  assert.deepEqual([cache.size, cache.bytes], [0, 0]);
});

test('a response loaded during a change is neither cached nor served to later requests', async () => {
  const cache = createCache();
  const { promise, resolve } = Promise.withResolvers<PreparedResponse>();
  const early = cache.get('k', () => promise);
  cache.drop('credential/1');
  const late = cache.get('k', async () => prepared('new', ['credential/1']));
  resolve(prepared('old', ['credential/1']));
  assert.equal((await early).etag, 'old');
  assert.equal((await late).etag, 'new');
  assert.equal(cache.peek('k')?.etag, 'new');
});

test('the cache stays within its limit and evicts the least recently used response', async (context) => {
  let time = 0;
  context.mock.method(performance, 'now', () => time);
  const one = createCache();
  await one.get('a', async () => prepared('a'));
  const cache = createCache(5.1 * one.bytes);
  for (const key of ['a', 'b', 'c', 'd']) await cache.get(key, async () => prepared(key));
  time = 1_000;
  cache.peek('a');
  for (const key of ['e', 'f']) await cache.get(key, async () => prepared(key));
  assert.equal(cache.size, 5);
  assert.equal(cache.peek('a')?.etag, 'a');
  assert.equal(cache.peek('b'), undefined);
});

test('an expired response is served only while its source is unavailable', async (context) => {
  let time = 0;
  context.mock.method(performance, 'now', () => time);
  const cache = createCache();
  await cache.get('k', async () => prepared('old'));
  time = 10_001;
  assert.equal(cache.peek('k'), undefined);
  assert.equal((await cache.get('k', async () => Promise.reject(away))).etag, 'old');
  await assert.rejects(
    cache.get('k', async () => Promise.reject(new Error('gone'))),
    /gone/,
  );
  assert.equal((await cache.get('k', async () => prepared('new'))).etag, 'new');
});

test('freshness counts from the start of a load, however long the load takes', async (context) => {
  let time = 0;
  context.mock.method(performance, 'now', () => time);
  const cache = createCache();
  await cache.get('k', async () => {
    time = 4_000;
    return prepared('slow');
  });
  time = 10_000;
  assert.equal(cache.peek('k')?.etag, 'slow');
  time = 10_001;
  assert.equal(cache.peek('k'), undefined);
});

test('a response past its own end of validity is never served, even while the source is unavailable', async (context) => {
  let time = 0;
  context.mock.method(performance, 'now', () => time);
  const cache = createCache();
  await cache.get('k', async () => ({ ...prepared('valid'), trueUntil: 3_000 }));
  time = 3_000;
  assert.equal(cache.peek('k')?.etag, 'valid');
  time = 3_001;
  assert.equal(cache.peek('k'), undefined);
  await assert.rejects(
    cache.get('k', () => Promise.reject(away)),
    away,
  );
  assert.equal((await cache.get('k', async () => prepared('expired'))).etag, 'expired');
});

/** A stopped clock, an expired entry, and a source that doesn't respond. */
async function slowly(context: TestContext) {
  let time = 0;
  context.mock.method(performance, 'now', () => time);
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const cache = createCache();
  const ownHeaders = [
    ...['content-disposition', 'inline', 'surrogate-key', 'credential/1'],
    ...['cache-tag', 'credential/1'],
  ];
  const publicCaching = { cache: 'public, max-age=300, s-maxage=3600', ownHeaders };
  const old = prepared('old', ['credential/1'], publicCaching);
  await cache.get('k', async () => old);
  const pass = (ms: number): void => {
    time += ms;
    context.mock.timers.tick(ms);
  };
  const silent = Promise.withResolvers<PreparedResponse>();
  const ask = () => cache.get('k', () => silent.promise);
  return { cache, pass, ask, silent };
}

test('with a slow source, an expired response is served immediately as no-store and refreshed in the background', async (context) => {
  const { cache, pass, ask, silent } = await slowly(context);
  pass(10_001);
  const first = ask();
  pass(250);
  const body = await first;
  const nosniff = ['x-content-type-options', 'nosniff'];
  assert.deepEqual(
    [body.etag, body.headers, body.ownHeaders],
    ['old', [...nosniff, 'cache-control', 'private, no-store'], ['content-disposition', 'inline']],
  );
  // The next request doesn't wait.
  const next = ask();
  pass(0);
  assert.equal((await next).etag, 'old');
  silent.resolve(prepared('new'));
  await silent.promise;
  await new Promise(setImmediate);
  assert.equal(cache.peek('k')?.etag, 'new');
});

test('a response dropped during a slow load is not served', async (context) => {
  const { cache, pass, ask, silent } = await slowly(context);
  pass(10_001);
  const waiting = ask();
  cache.drop('credential/1');
  pass(250);
  silent.resolve(prepared('new', ['credential/1']));
  assert.equal((await waiting).etag, 'new');
});

test('a response older than the maximum is not served, however slow its source', async (context) => {
  const { pass, ask, silent } = await slowly(context);
  pass(29_001);
  const late = ask();
  pass(1_000);
  silent.resolve(prepared('new'));
  assert.equal((await late).etag, 'new');
});

test('a background load that fails later causes no error', async (context) => {
  const { pass, ask, silent } = await slowly(context);
  pass(10_001);
  const first = ask();
  pass(250);
  assert.equal((await first).etag, 'old');
  silent.reject(new Error('broken'));
  await assert.rejects(silent.promise, /broken/);
});
