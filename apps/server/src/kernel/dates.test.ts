import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readDate } from './dates.ts';

test('dates and date-times of ISO 8601 are read as UTC', () => {
  const cases: [string, string][] = [
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-03-01T12:30Z', '2026-03-01T12:30:00.000Z'],
    ['2026-03-01T12:30:15', '2026-03-01T12:30:15.000Z'],
    ['2026-03-01T12:30:15.123456+02:00', '2026-03-01T10:30:15.123Z'],
    ['2026-03-01T00:00:00-0530', '2026-03-01T05:30:00.000Z'],
  ];
  for (const [text, iso] of cases)
    assert.equal(new Date(readDate(text)?.at ?? Number.NaN).toISOString(), iso);
});

test('what is no date of the calendar is refused', () => {
  const bad = [
    '2026-02-30',
    '2026-13-01',
    '2025-02-29',
    '0000-01-01',
    '2026-1-1',
    '20260301',
    '2026-03-01T24:00Z',
    '2026-03-01T12:60Z',
  ];
  const worse = [
    '',
    'yesterday',
    '2026-03-01T12:30:60Z',
    '2026-03-01T12',
    '2026-03-01T12:30+25:00',
    '12026-01-01',
    '2026-03-01Z',
  ];
  for (const text of [...bad, ...worse]) assert.equal(readDate(text), undefined, text);
});

test('every moment that JavaScript prints is read back', () => {
  const span = {
    min: new Date('1000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T00:00:00Z'),
    noInvalidDate: true,
  };
  fc.assert(
    fc.property(fc.date(span), (date) => readDate(date.toISOString())?.at === date.getTime()),
  );
});
