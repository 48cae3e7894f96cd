import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fitText } from './fit-text.ts';
import type { WordPart } from './pieces.ts';

const measure = (text: string) => text.length * 0.6;
const whole = (word: string): WordPart[] => [{ text: word, end: '' }];
const at = (size: number) => ({ size, lineHeight: 1.2 });

test('words wrap at the end of the box, and existing line breaks are kept', () => {
  assert.deepEqual(fitText('one two three', { width: 90, height: 100 }, at(20), measure, whole), {
    size: 20,
    lines: ['one two', 'three'],
  });
  const { lines } = fitText(
    'one\ntwo  three\n\nfour',
    { width: 200, height: 200 },
    at(20),
    measure,
    whole,
  );
  assert.deepEqual(lines, ['one', 'two three', '', 'four']);
});

test('a title has lines of similar length, and no more lines than necessary', () => {
  const { lines } = fitText(
    'one two three four',
    { width: 200, height: 90 },
    at(20),
    measure,
    whole,
  );
  assert.deepEqual(lines, ['one two', 'three four']);
  const long = fitText('unbreakable word', { width: 60, height: 90 }, at(20), measure, whole);
  assert.deepEqual(long.lines, ['unbreakable', 'word']);
});

test('fitted text stays in its box, loses no words, and could not be much larger', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 20 });
  const length = fc.double({ min: 60, max: 1_000, noNaN: true });
  fc.assert(
    fc.property(words, length, length, (words, width, height) => {
      const { size, lines } = fitText(words.join(' '), { width, height }, at(120), measure, whole);
      assert.deepEqual(lines.join(' ').split(' '), words);
      if (size <= 4.1) return;
      const fits = (em: number, rows: string[]) =>
        rows.length * em * 1.2 <= height + 0.01 &&
        rows.every((row) => measure(row) * em <= width + 0.01);
      assert.ok(fits(size, lines));
      if (size >= 120) return;
      const larger = fitText(words.join(' '), { width, height }, at(size * 1.05), measure, whole);
      assert.ok(larger.size <= size + 0.1);
    }),
  );
});

test('fitting a text of a thousand parts measures each letter fewer than 100 times on average', () => {
  const text = '字'.repeat(1_000);
  for (const width of [100_000, 500]) {
    let letters = 0;
    const counting = (part: string): number => {
      letters += part.length;
      return part.length;
    };
    const { lines } = fitText(text, { width, height: 400 }, at(100), counting, whole);
    assert.equal(lines.join(''), text);
    assert.ok(letters < 100 * text.length, `${letters} letters measured`);
  }
});

test('a word that shrinks the text is split only as needed: after hyphens, between syllables, between letters', () => {
  const box = { width: 200, height: 100 };
  const set = (text: string, parts = whole) => fitText(text, box, at(40), measure, parts);
  const thirds = (word: string): WordPart[] => [
    { text: word.slice(0, 8), end: '-' },
    { text: word.slice(8, 16), end: '-' },
    { text: word.slice(16), end: '' },
  ];
  assert.deepEqual(set('abcdefgh-ijklmnopqrst').lines, ['abcdefgh-', 'ijklmnopqrst']);
  assert.deepEqual(set('abcdefghijklmnopqrstuvw', thirds).lines, [
    'abcdefgh-',
    'ijklmnop-',
    'qrstuvw',
  ]);
  const letters = set('x'.repeat(120));
  assert.equal(letters.lines.join(''), 'x'.repeat(120));
  assert.ok(letters.lines.length > 2 && letters.size > 10, `${letters.size}`);
  // Fifteen characters at half the requested size or more: not broken.
  assert.deepEqual(set('abcdefghijklmno', thirds).lines, ['abcdefghijklmno']);
  // A word that fits the chosen size stays whole next to one that doesn't.
  assert.ok(set('tea abcdefghijklmnopqrstuvw', thirds).lines.join(' ').includes('tea '));
});
