import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLanguage, formatLongDate } from './language.ts';

test('a date follows its language, including the ordinal for the first day in French', () => {
  const [first, eleventh] = ['2026-10-01', '2026-10-11'].map((day) => new Date(day));
  assert.ok(first && eleventh);
  assert.equal(formatLongDate('fr', first), '1er octobre 2026');
  assert.equal(formatLongDate('fr', eleventh), '11 octobre 2026');
  assert.equal(formatLongDate('de', first), '1. Oktober 2026');
  assert.equal(formatLongDate('es', first), '1 de octubre de 2026');
});

test('the preferred language is the supported one with the highest weight, or English', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['fr-CA,fr;q=0.8,en;q=0.5', 'fr'],
    ['nl, ES-mx;q=0.7, de;q=0.9', 'de'],
    ['ar;q=0, es;q=0.1', 'es'],
    ['de;q=nonsense', 'en'],
    ['ja, zh-Hant', 'en'],
    [`${'x,'.repeat(100_000)}de`, 'en'],
  ];
  for (const [header, language] of cases) assert.equal(chooseLanguage(header), language, header);
});
