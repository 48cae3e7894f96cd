import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitSyllables } from './syllables.ts';

const shown = (word: string) =>
  splitSyllables(word)
    .map(({ text, end }) => text + (end && '|'))
    .join('');

test('long words are split between syllables, also in capitals, with at least three letters at both ends', () => {
  assert.equal(shown('Donaudampfschifffahrtskapitän'), 'Donau|dampf|schiff|fahrts|ka|pi|tän');
  assert.equal(shown('RECHTSSCHUTZ'), 'RECHTS|SCHUTZ');
  assert.equal(shown('Ammattikorkeakoulu'), 'Ammat|ti|kor|kea|koulu');
  for (const word of ['Speciaalpedagogiekonderwijs', 'Electroencephalography', 'Überwachung'])
    for (const [n, { text }] of splitSyllables(word).entries()) {
      const isEnd = n === 0 || n === splitSyllables(word).length - 1;
      assert.ok(text.length >= (isEnd ? 3 : 2), `${word}: ${text}`);
    }
});

test('text without syllables stays whole, and splitting loses no letter', () => {
  for (const word of ['W'.repeat(120), 'Ж'.repeat(40), 'القيادة', '字', '', '1234567890', '<b>&']) {
    const parts = splitSyllables(word);
    assert.deepEqual(parts, [{ text: word, end: '' }]);
  }
});

test('Thai is split between its words, without a hyphen', () => {
  const parts = splitSyllables('ใบรับรองการเรียนรู้');
  assert.ok(parts.length > 1);
  assert.equal(parts.map(({ text, end }) => text + end).join(''), 'ใบรับรองการเรียนรู้');
});
