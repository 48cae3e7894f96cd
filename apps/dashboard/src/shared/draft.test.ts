import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findChanges, rebaseChanges } from './draft.ts';

const saved = { name: 'First', tags: ['a'], isMailed: false };

test('text typed while values are sent is a change of the sent values', () => {
  const changes = findChanges(saved, { ...saved, name: 'Second' });
  assert.deepEqual(changes, { name: true, tags: false, isMailed: false });
});

test('changes are put over a newer version unless it changed the same field', () => {
  const typed = { ...saved, name: 'Second' };
  const newer = { ...saved, tags: ['a', 'b'] };
  assert.deepEqual(rebaseChanges(saved, typed, newer), { ...newer, name: 'Second' });
  assert.equal(rebaseChanges(saved, typed, { ...saved, name: 'Hers' }), undefined);
});
