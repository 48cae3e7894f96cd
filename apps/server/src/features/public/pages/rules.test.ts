import assert from 'node:assert/strict';
import { test } from 'node:test';
import { truncateAtWord } from './rules.ts';

test('text is cut at a word end where possible, and never inside a character', () => {
  assert.equal(truncateAtWord('as it is', 8), 'as it is');
  assert.equal(truncateAtWord('one two three', 9), 'one two…');
  assert.equal(truncateAtWord('one two three', 8), 'one…');
  assert.equal(truncateAtWord('🎓'.repeat(5), 3), '🎓🎓…');
});
