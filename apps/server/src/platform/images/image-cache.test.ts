import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImageStore } from './image-store.ts';
import { createCachedImageStore } from './open-images.ts';

const holding = (pictures: Map<string, Buffer>, reads: string[]): ImageStore => ({
  ...({} as ImageStore),
  get: async (cid) => {
    reads.push(cid);
    return pictures.get(cid);
  },
});

test('a recently read image is served from the cache, within a limit', async () => {
  const reads: string[] = [];
  const pictures = new Map(['a', 'b', 'c'].map((cid) => [cid, Buffer.alloc(40, cid)]));
  const store = createCachedImageStore(holding(pictures, reads), 100);
  for (const cid of ['a', 'b', 'a', 'b', 'c', 'b', 'a'])
    assert.equal((await store.get(cid))?.toString(), cid.repeat(40));
  assert.deepEqual(reads, ['a', 'b', 'c', 'a']);
});

test('a missing image is requested again, and a failure of the store is not cached', async () => {
  const reads: string[] = [];
  const pictures = new Map<string, Buffer>();
  const store = createCachedImageStore(holding(pictures, reads), 100);
  assert.equal(await store.get('a'), undefined);
  pictures.set('a', Buffer.from('a'));
  assert.equal((await store.get('a'))?.toString(), 'a');
  assert.equal(reads.length, 2);
  const away = createCachedImageStore(
    { ...store, get: () => Promise.reject(new Error('away')) },
    100,
  );
  await assert.rejects(away.get('a'), /away/);
});
