import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importLimits } from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import { readCsvFile } from './read-file.ts';

const header = 'name,email,issuedOn';
const reasonOf = (text: string): Promise<string | undefined> =>
  readCsvFile(Buffer.from(text)).then(
    () => undefined,
    (error: unknown) => (error instanceof Problem ? error.details?.[0]?.message : String(error)),
  );

test('a header or row with too many filled cells is refused', async () => {
  const most = importLimits.columns;
  const upTo = (row: string, cells: number): string =>
    `${row + ','.repeat(cells - row.split(',').length)}x`;
  const row = 'Ada Lovelace,ada@example.org,2026-03-01';
  assert.equal(await reasonOf(`${upTo(header, most)}\n${upTo(row, most)}\n`), undefined);
  for (const [text, at] of [
    [`${upTo(header, most + 1)}\n${row}\n`, 1],
    [`${header}\n${row}\n${upTo(row, most + 1)}\n`, 3],
    [`name;email;issuedOn${';'.repeat(100_000)}x\nA;b;c\n`, 1],
  ] as const) {
    const said = `must have at most ${most} columns. Row ${at} has more`;
    assert.equal(await reasonOf(text), said);
  }
});

test('empty cells that a spreadsheet adds up to its last column are ignored', async () => {
  const most = importLimits.columns;
  const wide = (row: string): string => row + ','.repeat(16_384 - row.split(',').length);
  const row = 'Ada Lovelace,ada@example.org,2026-03-01';
  const text = `${wide(header)}\n${wide(row)}\n${','.repeat(16_383)}\n${wide(row)}\n`;
  const file = await readCsvFile(Buffer.from(text));
  assert.deepEqual(
    file.rows.map(({ number }) => number),
    [2, 4],
  );
  assert.ok([file.header, ...file.rows.map(({ cells }) => cells)].every((it) => it.length <= most));
});

test('reading a large file lets other work run in between', async () => {
  let turns = 0;
  let next = setImmediate(function again() {
    turns++;
    next = setImmediate(again);
  });
  const row = `Ada Lovelace,ada@example.org,2026-03-01${',x'.repeat(900)}\n`;
  const text = `${header}${',x'.repeat(900)}\n${row.repeat(importLimits.bytes / row.length - 2)}`;
  const { rows } = await readCsvFile(Buffer.from(text));
  clearImmediate(next);
  assert.ok(rows.length > 2_000);
  assert.ok(turns > 50, `${turns} turns`);
});

test('empty rows count in the numbers of later rows', async () => {
  const row = 'Ada Lovelace,ada@example.org,2026-03-01';
  const text = `${header},,\n${' ,\n'.repeat(1_000_000)}${row}, ,\n`;
  const { rows } = await readCsvFile(Buffer.from(text));
  assert.deepEqual(
    rows.map(({ number, cells }) => [number, cells.join()]),
    [[1_000_002, row]],
  );
});

test('a million rows of only quotation marks are refused after the first ten thousand', async () => {
  const said = await reasonOf(`${header}\n${'""\n'.repeat(1_000_000)}`);
  assert.equal(said, 'must have at most 10000 empty rows. Delete them');
});
