import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CardBases } from './card-base.ts';

test('cards requested at once keep at most four bases, and two of an account', async () => {
  const bases = new CardBases();
  const finished: (() => void)[] = [];
  let drawn = 0;
  const draw = async (): Promise<Buffer> => {
    drawn++;
    await new Promise<void>((resolve) => finished.push(resolve));
    return Buffer.alloc(1);
  };
  const keys = Array.from({ length: 20 }, (_, n) => ({ key: `${n}`, account: `${n % 5}` }));
  for (const { key, account } of keys)
    assert.equal(await bases.load(key, account, draw), undefined);
  const loading = [...keys, ...keys].map(({ key, account }) => bases.load(key, account, draw));
  for (const finish of finished) finish();
  const loaded = await Promise.all(loading);
  assert.deepEqual([drawn, loaded.filter(Boolean).length], [4, 4]);
  assert.ok(await bases.load('0', '0', draw));
});

test('a base that cannot be drawn is drawn again later', async () => {
  const bases = new CardBases();
  const fail = async (): Promise<Buffer> => {
    throw new Error('busy');
  };
  assert.equal(await bases.load('one', 'account', fail), undefined);
  await assert.rejects(bases.load('one', 'account', fail), /busy/);
  assert.ok(await bases.load('one', 'account', async () => Buffer.alloc(1)));
});
