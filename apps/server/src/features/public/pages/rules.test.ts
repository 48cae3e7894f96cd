import assert from 'node:assert/strict';
import { test } from 'node:test';
import { truncateAtWord } from './rules.ts';

test('a text is cut at a word’s end where it has one, and by whole characters', () => {
  assert.equal(truncateAtWord('as it is', 8), 'as it is');
  assert.equal(truncateAtWord('one two three', 9), 'one two…');
  assert.equal(truncateAtWord('one two three', 8), 'one…');
  assert.equal(truncateAtWord('🎓'.repeat(5), 3), '🎓🎓…');
});
