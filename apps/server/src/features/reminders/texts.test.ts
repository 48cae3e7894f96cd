import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestEmail } from './texts.ts';

test('the weekly list names 20 badges, and counts the others as one badge or several', () => {
  const badges = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      name: `Badge ${n}`,
      count: 1,
      first: new Date('2026-03-01'),
    }));
  const lastLine = (count: number) =>
    digestEmail('Example Academy', badges(count), 'https://example.org').before.at(-1);
  assert.equal(lastLine(20), 'Badge 19: 1 credential, on March 1, 2026');
  assert.equal(lastLine(21), 'And 1 more badge.');
  assert.equal(lastLine(22), 'And 2 more badges.');
});
