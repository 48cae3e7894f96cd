import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../kernel/problem.ts';
import { inTurn } from './turns.ts';

test('two at a time, eight wait, the next are told when to come again; a failure gives its turn on', async () => {
  let [running, most] = [0, 0];
  const ends: (() => void)[] = [];
  const work = async (): Promise<void> => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running--;
  };
  const taken = Array.from({ length: 10 }, () => inTurn(work));
  for (let late = 0; late < 3; late++)
    await assert.rejects(inTurn(work), (error: Problem) => {
      assert.ok(error instanceof Problem);
      assert.deepEqual([error.code, error.retryAfterSeconds], ['busy', 5]);
      return true;
    });
  for (const one of taken) {
    ends.shift()?.();
    await one;
    await Promise.resolve();
  }
  assert.deepEqual([running, most], [0, 2]);
  const failing = Array.from({ length: 5 }, () => inTurn(() => Promise.reject(new Error('no'))));
  assert.ok((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected'));
  assert.equal(await inTurn(async () => 'works'), 'works');
});
