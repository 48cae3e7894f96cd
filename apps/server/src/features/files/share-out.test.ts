import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareOut } from './share-out.ts';

test('small needs are met, and large ones share the rest', () => {
  assert.deepEqual(shareOut([5, 2, 3], 10), [5, 2, 3]);
  assert.deepEqual(shareOut([900, 4, 500, 0], 20), [8, 4, 8, 0]);
  assert.deepEqual(shareOut([], 20), []);
});
