import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressTest, splitIntoBatches } from './rules.ts';

test('an email address is found among other words but not inside a longer address', () => {
  const test = createAddressTest(['bob@example.org', 'Ada@Example.org']);
  const has = (cell: string) => test(['Ada', cell]);
  const found = [
    'ada@example.org',
    ' ADA@example.org ',
    'Ada <ada@example.org>',
    "'ada@example.org'",
  ];
  const more = ['by ada@example.org.', 'x,ada@example.org;y', 'xada@example.org ada@example.org'];
  for (const cell of [...found, ...more]) assert.equal(has(cell), true, cell);
  const others = [
    'ada@example.org.uk',
    'nada@example.org',
    'x.ada@example.org',
    "o'ada@example.org",
  ];
  for (const cell of [...others, 'ada@example.organ', 'x+ada@example.org', 'Ada', ''])
    assert.equal(has(cell), false, cell);
});

test('a cell with very many combining marks is searched at once', () => {
  const marks = '\u0315'.repeat(200_000) + '\u0334'.repeat(200_000);
  assert.equal(createAddressTest(['bob@example.org'])([`ada@example.org${marks}`, marks]), false);
});

test('rows are split into batches of 1,000, fewer for long or wide rows', () => {
  const createRows = (count: number, cells: string[]) =>
    Array.from({ length: count }, (_, at) => ({ cells, number: at + 2 }));
  const sizes = (count: number, cells: string[]) => {
    const rows = createRows(count, cells);
    const batches = [...splitIntoBatches(rows)];
    assert.deepEqual(batches.flat(), rows);
    return batches.map(({ length }) => length);
  };
  assert.deepEqual(sizes(2_500, ['Ada Lovelace', 'ada@example.org', '2026-03-01']), [
    ...[1_000, 1_000, 500],
  ]);
  assert.ok(Math.max(...sizes(100, ['x'.repeat(100_000)])) <= 10);
  assert.ok(Math.max(...sizes(2_000, Array(1_000).fill(''))) <= 500);
  assert.deepEqual(sizes(3, ['x'.repeat(10_000_000)]), [1, 1, 1]);
  assert.deepEqual(sizes(0, []), []);
});
