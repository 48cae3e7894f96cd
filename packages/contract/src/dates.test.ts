import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { credentialDates, describeDateError, findDateErrors, readDate } from './dates.ts';

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

test('dates that do not exist in the calendar are refused', () => {
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

test('every date that JavaScript prints is read back', () => {
  const span = {
    min: new Date('1000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T00:00:00Z'),
    noInvalidDate: true,
  };
  fc.assert(
    fc.property(fc.date(span), (date) => readDate(date.toISOString())?.at === date.getTime()),
  );
});

test('years after 9999 in UTC are refused, with a message different from that of invalid dates', () => {
  assert.equal(readDate('9999-12-31T23:59:59.999Z')?.at, Date.parse('9999-12-31T23:59:59.999Z'));
  for (const text of ['9999-12-31T23:59:59-00:01', '9999-12-31T10:00:00-14:00']) {
    assert.equal(readDate(text), undefined);
    assert.equal(describeDateError(text), 'must be before the year 10000 in UTC');
  }
  assert.match(describeDateError('9999-02-30'), /must be a valid ISO 8601/);
});

const now = Date.parse('2026-03-01T12:00:00Z');
const iso = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString();
const decide = (issuedOn: string, expires?: string) => {
  const found = credentialDates(issuedOn, expires, now);
  return Array.isArray(found)
    ? found.map(({ path }) => path)
    : [iso(found.issuedOn), iso(found.expires)];
};

test('an expiry without a time includes its whole day, also on the day of issue', () => {
  assert.deepEqual(decide('2026-03-01', '2026-03-01'), [
    '2026-03-01T00:00:00.000Z',
    '2026-03-01T23:59:59.999Z',
  ]);
  assert.deepEqual(decide('2026-03-01', '2026-03-01T00:00:00Z'), [
    '2026-03-01T00:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
  ]);
  assert.deepEqual(decide('2026-02-01'), ['2026-02-01T00:00:00.000Z', undefined]);
});

test('errors in dates are found before a schema has trimmed or refused them', () => {
  const paths = (fields: object) => findDateErrors(fields, now).map(({ path }) => path);
  assert.deepEqual(paths({ issuedOn: ' 2026-02-01 ', expires: ' 2026-02-01T00:00:00Z ' }), []);
  assert.deepEqual(paths({ issuedOn: '2026-02-01', expires: null }), []);
  assert.deepEqual(paths({ issuedOn: 7, expires: 'never' }), ['issuedOn', 'expires']);
  assert.deepEqual(paths({}), ['issuedOn']);
});

test('today east of UTC becomes now, and more than a day ahead is refused', () => {
  assert.deepEqual(decide('2026-03-02'), ['2026-03-01T12:00:00.000Z', undefined]);
  assert.deepEqual(decide('2026-03-02T12:00:00Z'), ['2026-03-01T12:00:00.000Z', undefined]);
  assert.deepEqual(decide('2026-03-02T12:00:01Z'), ['issuedOn']);
  assert.deepEqual(decide('2026-03-02', '2026-03-01'), ['expires']);
});

test('one response names all bad dates', () => {
  assert.deepEqual(decide('2026-02-30', 'never'), ['issuedOn', 'expires']);
  assert.deepEqual(decide('2026-03-01', '2026-02-28'), ['expires']);
});
