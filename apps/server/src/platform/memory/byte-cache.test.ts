import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteCache } from './byte-cache.ts';

const getBytes = (cache: ByteCache, key: string, length = 10): Promise<Buffer> =>
  cache.get(key, async () => Buffer.from('x'.repeat(length)));

test('a cached value uses no more memory than is counted', async () => {
  const cache = new ByteCache(1_000);
  for (let readCount = 0; readCount < 2; readCount++) {
    const bytes = await getBytes(cache, 'a');
    assert.equal(bytes.toString(), 'x'.repeat(10));
    assert.equal(bytes.buffer.byteLength, 10);
  }
});

test('the least recently used value is evicted first, and concurrent readers create a value once', async () => {
  const cache = new ByteCache(25);
  const one = getBytes(cache, 'one');
  assert.equal(await getBytes(cache, 'one'), await one);
  await getBytes(cache, 'two');
  await getBytes(cache, 'one');
  await getBytes(cache, 'three');
  assert.equal(await getBytes(cache, 'one'), await one);
  let isMadeAgain = false;
  await cache.get('two', async () => {
    isMadeAgain = true;
    return Buffer.from('y');
  });
  assert.ok(isMadeAgain);
});
