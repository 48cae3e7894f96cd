import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importLimits } from '@insignia/contract';
import fc from 'fast-check';
import { Problem } from '../../kernel/problem.ts';
import { readCsvFile } from './read-file.ts';

const header = 'name,email,issuedOn';
const readReason = (text: string): Promise<string | undefined> =>
  readCsvFile(Buffer.from(text)).then(
    () => undefined,
    (error: unknown) => (error instanceof Problem ? error.details?.[0]?.message : String(error)),
  );

test('a header or row with too many filled cells is refused', async () => {
  const limit = importLimits.columns;
  const upTo = (row: string, cells: number): string =>
    `${row + ','.repeat(cells - row.split(',').length)}x`;
  const row = 'Ada Lovelace,ada@example.org,2026-03-01';
  assert.equal(await readReason(`${upTo(header, limit)}\n${upTo(row, limit)}\n`), undefined);
  for (const [text, at] of [
    [`${upTo(header, limit + 1)}\n${row}\n`, 1],
    [`${header}\n${row}\n${upTo(row, limit + 1)}\n`, 3],
    [`name;email;issuedOn${';'.repeat(100_000)}x\nA;b;c\n`, 1],
  ] as const) {
    const message = `must have at most ${limit} columns. Row ${at} has more`;
    assert.equal(await readReason(text), message);
  }
});

test('a title above the header is ignored, and rows keep their numbers', async () => {
  const row = 'Ada Lovelace;ada@example.org;2026-03-01';
  for (const title of [
    'Class 4b; spring, 2026',
    '"Class\n4b"',
    'Name: ;Sailing\nDate;2026-03-01',
    Array(19).fill('A note, with a comma').join('\n\n'),
  ]) {
    const text = `${title}\n;;\nName;E-mail;Date\n\n${row}\n`;
    const { header, columns, rows } = await readCsvFile(Buffer.from(text));
    assert.deepEqual(header, ['Name', 'E-mail', 'Date'], title);
    assert.deepEqual([columns.name, columns.email, columns.issuedOn], [0, 1, 2]);
    // A quoted line break is part of its row.
    const number = text.replace('s\n4', 's 4').split('\n').length - 1;
    assert.deepEqual(rows, [{ cells: row.split(';'), number }], title);
  }
});

test('cells are also read between tabs, as spreadsheets copy them', async () => {
  const text =
    'Class 4b, spring; 2026\nName\tE-mail\tDate\t\t\nLovelace, Ada\tada@example.org\t2026-03-01\n';
  const { columns, rows } = await readCsvFile(Buffer.from(text));
  assert.deepEqual([columns.name, columns.email, columns.issuedOn], [0, 1, 2]);
  assert.deepEqual(rows, [
    { cells: ['Lovelace, Ada', 'ada@example.org', '2026-03-01'], number: 3 },
  ]);
});

test('a row that is too long is called so', async () => {
  assert.equal(
    await readReason(`${header}\n${'x'.repeat(140_000)},ada@example.org,2026-03-01\n`),
    'has a row of more than 128 KiB at line 2. Shorten it, or close its quotation marks',
  );
});

test('a file without a header names the row that was read as one', async () => {
  const row = 'Ada Lovelace,ada@example.org,2026-03-01\n';
  const missing = (names: string) =>
    `must have a header with the columns name, email, issuedOn and optionally expires. Missing: ${names}`;
  for (const [text, message] of [
    [`name,email\n${row}`, `${missing('issuedOn')}. Row 1 was read as the header`],
    [`Class 4b\n\nname,email\n${row}`, `${missing('issuedOn')}. Row 3 was read as the header`],
    ['name;x\nAda;b\n', `${missing('email, issuedOn')}. Row 1 was read as the header`],
    [
      `Title\nname,email,e-mail,date\n${row}`,
      'has the column email twice in its header. Row 2 was read as the header',
    ],
    [
      row.repeat(30),
      `${missing('name, email, issuedOn')}. The header must be one of the first 20 filled rows`,
    ],
    [
      `${'Title\n'.repeat(20)}${header}\n${row}`,
      `${missing('name, email, issuedOn')}. The header must be one of the first 20 filled rows`,
    ],
    [`Title\n${header}\n`, 'has a header but no rows'],
    [
      `Title\n${header}\n${row.repeat(10_001)}`,
      'must have at most 10000 rows. Split it into several files',
    ],
  ] as const)
    assert.equal(await readReason(text), message);
  const limit = await readCsvFile(Buffer.from(`Title\n${header}\n${row.repeat(10_000)}`));
  assert.equal(limit.rows.length, 10_000);
});

test('an ordinary list is read from its first row, whatever its rows contain', async () => {
  const cell = fc.constantFrom(
    'name',
    'email',
    'date',
    'Name',
    'Ada',
    'ada@example.org',
    '2026-03-01',
    '',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), async (cells) => {
      const filled = cells.filter((each) => each.some(Boolean));
      fc.pre(filled.length > 0);
      const { rows } = await readCsvFile(
        Buffer.from([header, ...filled.map((each) => each.join(','))].join('\n')),
      );
      assert.equal(rows.length, filled.length);
      assert.equal(rows[0]?.number, 2);
    }),
  );
});

test('empty cells that a spreadsheet adds up to its last column are ignored', async () => {
  const limit = importLimits.columns;
  const wide = (row: string): string => row + ','.repeat(16_384 - row.split(',').length);
  const row = 'Ada Lovelace,ada@example.org,2026-03-01';
  const text = `${wide(header)}\n${wide(row)}\n${','.repeat(16_383)}\n${wide(row)}\n`;
  const file = await readCsvFile(Buffer.from(text));
  assert.deepEqual(
    file.rows.map(({ number }) => number),
    [2, 4],
  );
  assert.ok(
    [file.header, ...file.rows.map(({ cells }) => cells)].every((it) => it.length <= limit),
  );
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
  const message = await readReason(`${header}\n${'""\n'.repeat(1_000_000)}`);
  assert.equal(message, 'must have at most 10000 empty rows. Delete them');
});
