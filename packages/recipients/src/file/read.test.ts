import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { toCsv } from '../list/rows.ts';
import { readRecipients } from './index.ts';
import type { RecipientFile, TextEncoding } from './table.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le'));
const wide = (text: string): Uint8Array => new Uint8Array(Buffer.from(utf16(text)).swap16());
const latin = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

async function readCells(bytes: Uint8Array): Promise<string[][]> {
  const read = await readRecipients(bytes);
  assert.ok('sheets' in read, JSON.stringify(read));
  return read.sheets.flatMap(({ rows }) => rows.map(({ cells }) => cells));
}
const rows = [
  ['name', 'email'],
  ['Ödön Müller', 'odon@example.org'],
];

test('a list is read unchanged in every encoding, delimiter and line ending', async () => {
  for (const delimiter of [',', ';', '\t', '|'])
    for (const end of ['\n', '\r\n', '\r']) {
      const text = rows.map((cells) => cells.join(delimiter)).join(end);
      const forms = [utf8(text), utf8(`\ufeff${text}`), utf16(`\ufeff${text}`), utf16(text)];
      for (const bytes of [...forms, wide(`\ufeff${text}`), wide(text), latin(text)])
        assert.deepEqual(await readCells(bytes), rows, `${JSON.stringify(delimiter)} ${bytes}`);
    }
});

test('rows are numbered as in a spreadsheet, line endings may be mixed, and quotes may be anywhere', async () => {
  const read = (await readRecipients(
    utf8('name,email\n\r\nA "B" C,x\r"D, E",y\n'),
  )) as RecipientFile;
  assert.deepEqual(read.sheets[0]?.rows, [
    { number: 1, cells: ['name', 'email'] },
    { number: 3, cells: ['A "B" C', 'x'] },
    { number: 4, cells: ['D, E', 'y'] },
  ]);
});

test('the encoding can be chosen when the guess is wrong, and changed back', async () => {
  // Windows-1252 text that is also valid UTF-8, and UTF-16 letters without zero bytes.
  const bytes = latin('name,email\nJosÃ©,jose@example.org\n');
  const names = async (encoding?: TextEncoding) => {
    const read = await readRecipients(bytes, encoding);
    return 'sheets' in read ? [read.understood, read.sheets[0]?.rows[1]?.cells[0]] : read;
  };
  const as = (encoding: TextEncoding) => ({ kind: 'text', encoding, delimiter: ',' });
  assert.deepEqual(await names(), [as('utf-8'), 'José']);
  assert.deepEqual(await names('windows-1252'), [as('windows-1252'), 'JosÃ©']);
  assert.deepEqual(await names('utf-8'), [as('utf-8'), 'José']);
  const wideBytes = utf16('名,箱\n張,王\n');
  const read = (await readRecipients(wideBytes, 'utf-16le')) as RecipientFile;
  assert.deepEqual(read.sheets[0]?.rows[1]?.cells, ['張', '王']);
  assert.deepEqual(await readRecipients(utf16('name,email\nA,b\n'), 'windows-1252'), {
    reason: 'binary',
  });
});

test('one broken byte does not change the encoding of a UTF-8 text', async () => {
  const bytes = utf8('name,email\nÖdön Ärüß,x\nßßßß,y\n');
  const broken = Uint8Array.of(...bytes, 0xe9, 0x2c, 0x7a);
  assert.equal((await readCells(broken))[1]?.[0], 'Ödön Ärüß');
});

test('a title does not hide the delimiter, and its rows do not count towards the limit', async () => {
  for (const delimiter of [',', ';', '\t', '|']) {
    const table = ['Name', 'E-mail'].join(delimiter);
    for (const title of ['Class 4b', 'Class 4b, spring, 2026', 'Term; 1; 2; 3'])
      assert.deepEqual(
        (await readCells(utf8(`${title}\n\n${table}\nA${delimiter}b\nC${delimiter}d\n`))).slice(1),
        [
          ['Name', 'E-mail'],
          ['A', 'b'],
          ['C', 'd'],
        ],
        `${title} ${delimiter}`,
      );
    const unknown = ['Wer', 'Kontakt'].join(delimiter);
    const rows = `A${delimiter}b\n`.repeat(9);
    assert.deepEqual((await readCells(utf8(`Class 4b\n${unknown}\n${rows}`)))[1], [
      'Wer',
      'Kontakt',
    ]);
  }
  const list = (n: number) => utf8(`Class 4b\n\nName,E-mail\n${'Ada,b\n'.repeat(n)}`);
  assert.equal((await readCells(list(10_000))).length, 10_002);
  assert.deepEqual(await readRecipients(list(10_001)), { reason: 'rows' });
});

type CellValue = string | undefined;
const letters = 'ABCDEFGH';
/** A workbook as spreadsheets write it: empty cells of merged ranges have no value. */
function workbook(sheets: { name: string; rows: CellValue[][]; merged?: string[] }[]): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const cell = (value: CellValue, row: number, column: number) =>
    `<c r="${letters[column]}${row + 1}"${value === undefined ? ' s="1"/>' : ` t="str"><v>${value}</v></c>`}`;
  const sheet = ({ rows: all, merged = [] }: (typeof sheets)[number]) =>
    `<worksheet><sheetData>${all
      .map(
        (cells, row) =>
          `<row r="${row + 1}">${cells.map((value, at) => cell(value, row, at)).join('')}</row>`,
      )
      .join('')}</sheetData><mergeCells count="${merged.length}">${merged
      .map((range) => `<mergeCell ref="${range}"/>`)
      .join('')}</mergeCells></worksheet>`;
  const parts = {
    'xl/workbook.xml': `<workbook xmlns:r="${main}"><sheets>${sheets
      .map(({ name }, at) => `<sheet name="${name}" sheetId="${at + 7}" r:id="r${at}"/>`)
      .join('')}</sheets></workbook>`,
    // The parts have another order than the sheets.
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map(
        (_, at) =>
          `<Relationship Target="worksheets/sheet${9 - at}.xml" Type="${main}/worksheet" Id="r${at}"/>`,
      )
      .join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map((each, at) => [`xl/worksheets/sheet${9 - at}.xml`, sheet(each)]),
    ),
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, utf8(xml)])));
}
const readSheets = async (bytes: Uint8Array) => {
  const read = await readRecipients(bytes);
  assert.ok('sheets' in read, JSON.stringify(read));
  return read.sheets.map(({ name, rows: all }) => [
    name,
    ...all.map(({ number, cells }) => `${number} ${cells.join('|')}`),
  ]);
};

test('the value of merged cells belongs to all their rows, and a title to its first cell', async () => {
  const none = undefined;
  const bytes = workbook([
    {
      name: 'Class',
      rows: [
        ['Class 4b', none, none, none],
        [none, none, none, none],
        ['Name', none, 'Email', 'Date'],
        ['Ada', 'Lovelace', 'ada@example.org', '2026-03-01'],
        ['Alan', 'Turing', 'alan@example.org', none],
        ['Grace Hopper', none, 'grace@example.org', none],
        [none, none, none, none],
        ['Kurt', 'Gödel', 'kurt@example.org', none],
      ],
      // The last range also covers rows that the list doesn't have.
      merged: ['A1:D2', 'A3:B3', 'A6:B6', 'D4:D900000'],
    },
    {
      name: 'Other',
      rows: [
        ['Name', 'Course'],
        ['Ada', 'Sailing'],
        [none, 'Diving'],
        ['Alan', 'Diving'],
      ],
      merged: ['A2:A3'],
    },
    {
      name: 'Plain',
      rows: [
        ['a', 'b'],
        [none, 'c'],
      ],
    },
  ]);
  assert.deepEqual(await readSheets(bytes), [
    [
      'Class',
      '1 Class 4b|||',
      '3 Name||Email|Date',
      '4 Ada|Lovelace|ada@example.org|2026-03-01',
      '5 Alan|Turing|alan@example.org|2026-03-01',
      '6 Grace Hopper||grace@example.org|2026-03-01',
      '8 Kurt|Gödel|kurt@example.org|2026-03-01',
    ],
    ['Other', '1 Name|Course', '2 Ada|Sailing', '3 Ada|Diving', '4 Alan|Diving'],
    ['Plain', '1 a|b', '2 |c'],
  ]);
});

test('merged cells that no spreadsheet writes are ignored or refused in time', async () => {
  const many = (range: string, count = 900) => {
    const rows = Array.from({ length: count }, () => ['x', 'y']);
    return workbook([{ name: 'A', rows, merged: Array(9_000).fill(range) }]);
  };
  assert.deepEqual(await readRecipients(many('A1:A900')), { reason: 'cells' });
  for (const range of ['A1', 'A1:', '1:9', 'ZZZ1:ZZZ9', 'A9:A1', 'A0:B0', '\u0026lt;'])
    assert.equal((await readCells(many(range, 9))).length, 9, range);
});

test('a file that is not a list is refused with its reason', async () => {
  const errors: [Uint8Array, object][] = [
    [utf8(''), { reason: 'empty' }],
    [utf8('\n \n'), { reason: 'empty' }],
    [utf8('a,b\nA\u0000,b\n'), { reason: 'binary' }],
    [latin('\u0089PNG\r\n'), { reason: 'binary' }],
    [utf8('a,b\n1,2\n"never,closed\n3,4'), { reason: 'quote', at: 3 }],
    [utf8(`a,b\n"${'x\n'.repeat(200_000)}`), { reason: 'quote', at: 2 }],
    [utf8('a,'.repeat(1_000_000)), { reason: 'wideRow', at: 1 }],
    [utf8('a,'.repeat(250)), { reason: 'columns', at: 251 }],
    [utf8('a,b\n'.repeat(10_002)), { reason: 'rows' }],
    [utf8('PK\u0003\u0004'), { reason: 'workbook' }],
    [latin('\u00d0\u00cf\u0011\u00e0'), { reason: 'oldWorkbook' }],
  ];
  for (const [bytes, error] of errors) assert.deepEqual(await readRecipients(bytes), error);
  assert.equal((await readCells(utf8('a,b\n'.repeat(10_001)))).length, 10_001);
});

test('any bytes are read or refused, and never throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      const read = await readRecipients(bytes);
      assert.ok('reason' in read || read.sheets.length > 0);
    }),
  );
});

test('a list that is written as CSV is read back unchanged', async () => {
  const cell = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => /^[^\p{C}\ufffd]+$/u.test(text) && text === text.trim());
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 1 }), async (some) => {
      const [, ...read] = await readCells(
        utf8(toCsv(['name', 'email', 'issuedOn', 'expires'], some)),
      );
      assert.deepEqual(read, some);
    }),
  );
});
