import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compressBody, type Encoding } from '../http/encodings.ts';
import { prepareResponse } from '../http/prepared-response.ts';
import { ByteCache } from './byte-cache.ts';
import { toBuffer } from './own-memory.ts';

const prepare = (body: Buffer | string) =>
  prepareResponse({ type: 'application/json', body, cache: 'no-store' });

test('a cached response uses no more memory than its bytes', () => {
  const text = 'badge '.repeat(3_000);
  for (const limit of [text, Buffer.from(text)]) {
    const { body } = prepare(limit);
    assert.ok(typeof body !== 'string');
    assert.equal(body.toString(), text);
    assert.equal(body.buffer.byteLength, text.length);
    for (const encoding of ['br', 'gzip'] satisfies Encoding[]) {
      const packed = compressBody(body, encoding);
      assert.equal(packed.buffer.byteLength, packed.length);
    }
  }
});

test('a short body is kept as a string with one character per byte', () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 256 }, (_, n) => n));
  const { body } = prepare(bytes);
  assert.ok(typeof body === 'string');
  assert.equal(body.length, 256);
  assert.deepEqual(toBuffer(body), bytes);
});

test('responses with the same headers share one header list', () => {
  const [one, other] = [prepare('one'), prepare('other')];
  assert.notEqual(one.etag, other.etag);
  assert.equal(one.headers, other.headers);
});

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
