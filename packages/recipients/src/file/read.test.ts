import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toCsv } from '../list/rows.ts';
import { readRecipients } from './index.ts';
import type { RecipientFile, TextEncoding } from './table.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le'));
const wide = (text: string): Uint8Array => new Uint8Array(Buffer.from(utf16(text)).swap16());
const latin = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

async function cellsOf(bytes: Uint8Array): Promise<string[][]> {
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
        assert.deepEqual(await cellsOf(bytes), rows, `${JSON.stringify(delimiter)} ${bytes}`);
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
  assert.equal((await cellsOf(broken))[1]?.[0], 'Ödön Ärüß');
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
  assert.equal((await cellsOf(utf8('a,b\n'.repeat(10_001)))).length, 10_001);
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
      const [, ...read] = await cellsOf(
        utf8(toCsv(['name', 'email', 'issuedOn', 'expires'], some)),
      );
      assert.deepEqual(read, some);
    }),
  );
});
