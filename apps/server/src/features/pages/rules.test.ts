import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitEmbedSize, parsePageUrlId, truncateAtWord } from './rules.ts';

test('text is cut at a word end where possible, and never inside a character', () => {
  assert.equal(truncateAtWord('as it is', 8), 'as it is');
  assert.equal(truncateAtWord('one two three', 9), 'one two…');
  assert.equal(truncateAtWord('one two three', 8), 'one…');
  assert.equal(truncateAtWord('🎓'.repeat(5), 3), '🎓🎓…');
});

const base = 'https://badges.example';
const id = '01890000-0000-7000-8000-000000000001';

test('an embedded card fits the requested size, with a maximum of 480 by 200', () => {
  assert.deepEqual(fitEmbedSize(undefined, undefined), { width: 480, height: 200 });
  assert.deepEqual(fitEmbedSize(300, 10_000), { width: 300, height: 200 });
  assert.deepEqual(fitEmbedSize(10_000, 100), { width: 480, height: 100 });
});

test('only a credential page of this service has a credential id in its URL', () => {
  assert.equal(parsePageUrlId(`${base}/credentials/${id}`, base), id);
  for (const url of [
    `https://evil.example/credentials/${id}`,
    `${base}.evil.example/credentials/${id}`,
    `${base}/badge/${id}`,
    base,
  ])
    assert.equal(parsePageUrlId(url, base), undefined, url);
});
