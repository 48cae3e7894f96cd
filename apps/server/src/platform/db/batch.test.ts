import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBatchLoader } from './batch.ts';

test('ids requested together are read in one query, and each caller gets its row', async () => {
  const sizes: number[] = [];
  const read = createBatchLoader(async (ids) => {
    sizes.push(ids.length);
    await sleep(5);
    return ids.filter((id) => id !== 'none').map((id) => ({ id }));
  });
  const keys = Array.from({ length: 100 }, (_, n) => (n % 10 ? String(n % 50) : 'none'));
  const rows = await Promise.all(keys.map(read));
  assert.deepEqual(
    rows.map((row) => row?.id ?? 'none'),
    keys,
  );
  assert.deepEqual(sizes, [46]);
});

test('ids requested while all queries are running wait for one to finish', async () => {
  let inside = 0;
  let peak = 0;
  const read = createBatchLoader(async (ids) => {
    peak = Math.max(peak, ++inside);
    await sleep(2);
    inside--;
    return ids.map((id) => ({ id }));
  });
  const all = Array.from({ length: 60 }, async (_, n) => {
    await sleep(n % 7);
    return (await read(String(n)))?.id;
  });
  assert.deepEqual(
    await Promise.all(all),
    Array.from({ length: 60 }, (_, n) => String(n)),
  );
  assert.ok(peak <= 2);
});

test('a failed read rejects its callers, and the next read runs again', async () => {
  let broken = true;
  const read = createBatchLoader(async (ids) => {
    if (broken) throw new Error('away');
    return ids.map((id) => ({ id }));
  });
  await Promise.all([assert.rejects(read('a'), /away/), assert.rejects(read('b'), /away/)]);
  broken = false;
  assert.deepEqual(await read('a'), { id: 'a' });
});
