import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cut } from './rules.ts';

test('a text is cut at a word’s end where it has one, and by whole characters', () => {
  assert.equal(cut('as it is', 8), 'as it is');
  assert.equal(cut('one two three', 9), 'one two…');
  assert.equal(cut('one two three', 8), 'one…');
  assert.equal(cut('🎓'.repeat(5), 3), '🎓🎓…');
});
