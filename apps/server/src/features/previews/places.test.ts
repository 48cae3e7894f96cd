import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../kernel/problem.ts';
import { Places } from './places.ts';

test('who finds no place is told when to come again, and each place is given back', async () => {
  const places = new Places(2);
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const running = [places.within(() => first.promise), places.within(() => second.promise)];
  await assert.rejects(
    places.within(async () => 'no'),
    (error) => error instanceof Problem && error.code === 'busy' && error.retryAfterSeconds === 5,
  );
  first.reject(new Error('broken'));
  await assert.rejects(running[0] ?? Promise.resolve(), /broken/);
  assert.equal(await places.within(async () => 'yes'), 'yes');
  second.resolve('done');
  assert.equal(await running[1], 'done');
});
