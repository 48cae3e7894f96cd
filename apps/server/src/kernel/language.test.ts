import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatLongDate } from './language.ts';

test('a day is written as its language does, the first of a month in French with its ending', () => {
  const [first, eleventh] = ['2026-10-01', '2026-10-11'].map((day) => new Date(day));
  assert.ok(first && eleventh);
  assert.equal(formatLongDate('fr', first), '1er octobre 2026');
  assert.equal(formatLongDate('fr', eleventh), '11 octobre 2026');
  assert.equal(formatLongDate('de', first), '1. Oktober 2026');
  assert.equal(formatLongDate('es', first), '1 de octubre de 2026');
});
