import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayIn } from './language.ts';

test('a day is written as its language does, the first of a month in French with its ending', () => {
  const [first, eleventh] = ['2026-10-01', '2026-10-11'].map((day) => new Date(day));
  assert.ok(first && eleventh);
  assert.equal(dayIn('fr', first), '1er octobre 2026');
  assert.equal(dayIn('fr', eleventh), '11 octobre 2026');
  assert.equal(dayIn('de', first), '1. Oktober 2026');
  assert.equal(dayIn('es', first), '1 de octubre de 2026');
});
