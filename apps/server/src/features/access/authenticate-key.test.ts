import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeyCache } from './authenticate-key.ts';

test('looking up keys drops expired ones, and the cache never exceeds its limit', async (context) => {
  let time = 0;
  context.mock.method(performance, 'now', () => time);
  const keys = new KeyCache();
  const look = async (from: number, count: number) => {
    for (let n = from; n < from + count; n++) await keys.find(`${n}`, async () => undefined);
  };
  await look(0, 100);
  time = 901;
  await look(100, 10);
  assert.equal(keys.size, 10);
  for (let n = 0; n < 50; n++) {
    await look(1_000 + n * 300, 300);
    assert.ok(keys.size <= 10_000);
  }
  assert.ok(keys.size > 9_000);
  time = 1_803;
  await look(0, 1);
  assert.equal(keys.size, 1);
});
