import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { condenseCsv, findFilledRows, MAX_PIECE_BYTES, MAX_PIECE_ROWS } from './condense-csv.ts';

const condense = (text: string, delimiter = ','): string =>
  Buffer.concat([...condenseCsv(Buffer.from(text), delimiter)]).toString();

test('empty cells at the end of rows are left out, and all else stays', () => {
  const cases = [
    ['a,b\nx,y\n', 'a,b\nx,y\n'],
    ['a,b,,,\n,,,\nx,, ,\n', 'a,b\n\nx\n'],
    [' \n\t, \n', '\n\n'],
    [',,x ,', ',,x '],
    ['"a,\n,",\n"""",\n', '"a,\n,"\n""""\n'],
    ['a,\r\nb,\n,\r\n', 'a\r\nb,\n\r\n'],
    ['a,\rb,\r', 'a\rb\r'],
    ['', ''],
  ] as const;
  for (const [text, expected] of cases)
    assert.equal(condense(text), expected, JSON.stringify(text));
  assert.equal(condense('a;b;;\n;;\n', ';'), 'a;b\n\n');
});

test('the parser reads the same filled cells in the same rows from condensed and original CSV', () => {
  const form = { relax_column_count: true, info: true, skip_empty_lines: true } as const;
  const read = (text: string): unknown => {
    try {
      const rows = parse(text, form) as unknown as {
        record: string[];
        info: { records: number; empty_lines: number };
      }[];
      return rows.flatMap(({ record, info }) => {
        const filled = record.findLastIndex((cell) => cell.trim() !== '') + 1;
        const row = info.records + info.empty_lines;
        return filled > 0 ? [[row, record.slice(0, filled)]] : [];
      });
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '""', '\n', '\r\n', ' ', ',\n') });
  fc.assert(
    fc.property(text, (written) => {
      assert.deepEqual(read(condense(written)), read(written));
    }),
    { numRuns: 2_000 },
  );
});

test('five million separators shrink to a few bytes, and five million bytes are split into pieces', () => {
  const empty = condense(`a,b\n${`${','.repeat(50_000)}\n`.repeat(100)}`);
  assert.equal(empty.length, 'a,b\n'.length + 100);
  const shapes = [`"${'x'.repeat(5_000_000)}"`, '"",""\n'.repeat(700_000), ' \n'.repeat(2_500_000)];
  for (const shape of shapes)
    for (const piece of condenseCsv(Buffer.from(shape), ',')) {
      assert.ok(piece.length <= MAX_PIECE_BYTES);
      const filled = piece.toString('latin1').split('\n').filter(Boolean).length;
      assert.ok(filled <= MAX_PIECE_ROWS + 1, `${filled} rows`);
    }
});

test('the first rows with a filled cell are found after and between empty rows', () => {
  const text = `;;\n${' ,\n'.repeat(100_000)}"Class\n4b"\n,,\nname;email;;\nx\ny`;
  const rows = (maxRows: number) =>
    findFilledRows(Buffer.from(text), ',;', maxRows, 99).map(String);
  assert.deepEqual(rows(1), ['"Class\n4b"']);
  assert.deepEqual(rows(3), ['"Class\n4b"', 'name;email', 'x']);
  assert.deepEqual(rows(9).length, 4);
  const bounded = findFilledRows(Buffer.from(`${'x'.repeat(60)}\n`.repeat(9)), ',', 9, 99);
  assert.deepEqual(
    bounded.map(({ length }) => length),
    [60, 39],
  );
});
