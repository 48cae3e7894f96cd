import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readShortCode } from './short-codes.ts';

test('a short code is read in any case, without its hyphen, and with look-alike letters', () => {
  for (const typed of [
    '7K1M-0QXT',
    '7k1m0qxt',
    ' 7K1M 0QXT ',
    '7KIM-OQXT',
    '7klmoqxt',
    '7-K-1-M0QXT',
  ])
    assert.equal(readShortCode(typed), '7K1M-0QXT', typed);
});

test('any other text is no short code', () => {
  for (const typed of ['', '7K1M-0QX', '7K1M-0QXTZ', 'UUUU-UUUU', '7K1M-0QX\u0130', 'ſſſſ-ſſſſ'])
    assert.equal(readShortCode(typed), undefined, typed);
  assert.equal(readShortCode(`${' '.repeat(1_000_000)}7K1M0QXT`), undefined);
});
