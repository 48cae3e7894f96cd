import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { prepareResponse, type ResponseContent } from './prepared-response.ts';
import { ResponseCache } from './response-cache.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const megabyte = 1024 * 1024;

/** Memory in use after garbage collection. Buffers are freed on a later turn. */
async function used(last = Infinity): Promise<number> {
  collect();
  await new Promise(setImmediate);
  const { heapUsed, external } = process.memoryUsage();
  const now = heapUsed + external;
  return now < last - 10_000 ? used(now) : now;
}

/** Names are substrings of long texts, as in requests. */
async function fill(
  cache: ResponseCache,
  make: (id: string) => ResponseContent,
  total: number,
): Promise<void> {
  for (let bytes = 0; bytes < total; ) {
    const id = `${randomBytes(2_000).toString('hex')}${crypto.randomUUID()}`.slice(-36);
    const answer = { ...make(id), cacheTags: [`credential/${id}`, `badge/1`, `account/1`] };
    await cache.get(`/certify-badge/award/${id}`, async () => prepareResponse(answer));
    bytes += answer.body.length + 2_000;
  }
}

const json = (id: string): ResponseContent => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify({ id, text: 'x'.repeat(500) }),
  cache: 'public, max-age=300',
  headers: ['vary', 'Accept', 'access-control-allow-origin', '*'],
});
const kinds: Record<string, (id: string) => ResponseContent> = {
  'short documents': json,
  'documents of 2 KB': (id) => ({
    ...json(id),
    body: `${id}${'x'.repeat(2_000)}`,
    type: 'image/x',
  }),
  pictures: (id) => ({
    type: 'image/png',
    body: Buffer.alloc(20_000, id),
    cache: 'public, max-age=300',
    ownHeaders: ['content-disposition', `inline; filename="${id}"`],
    freshFor: 60_000,
  }),
};

for (const [name, make] of Object.entries(kinds))
  test(`${name}: the cache uses the memory that it counts, within its limit`, async () => {
    const bound = 16 * megabyte;
    const cache = new ResponseCache(bound, () => false, 29_000);
    await fill(new ResponseCache(megabyte, () => false, 29_000), make, bound);
    const before = await used();
    // More than twice as much as fits.
    await fill(cache, make, 2.5 * bound);
    const usedBytes = (await used()) - before;
    assert.ok(cache.bytes <= bound && cache.bytes > 0.97 * bound);
    assert.ok(usedBytes <= bound, `${usedBytes} bytes are taken`);
    assert.ok(
      usedBytes > 0.75 * bound,
      `${usedBytes} bytes are taken, and as many more could be kept`,
    );
    cache.clear();
    assert.equal(cache.bytes, 0);
  });
