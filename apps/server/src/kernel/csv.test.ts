import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeFormulaGuards } from '@insignia/contract';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { csvOptions } from './csv.ts';

const cells = [
  ...['=1+1', '+49', '-x', '@SUM(A1)', '\tx', '＝1+1', '＋1', '－1', '＠x'],
  ...[
    'Ada; Lovelace',
    'Ada;=1+1',
    'a;b;@c',
    'two\n=lines',
    "'quoted'",
    "O'Brien;-1",
    'a-b=c@d',
    '',
  ],
];
const written = (form: object): string => stringify([cells], { ...csvOptions, ...form });

test('no cell starts a formula, with either , or ; as the delimiter', () => {
  for (const delimiter of [',', ';', ',;']) {
    const read = written({ bom: false })
      .split(/\n/)
      .flatMap((line) => line.split(new RegExp(`[${delimiter}]`)));
    for (const cell of read)
      assert.doesNotMatch(cell.replaceAll('"', ''), /^[=+\-@\t\r＝＋－＠]/, delimiter);
  }
});

test('cells with ; are quoted, and every cell reads back unchanged', () => {
  assert.match(written({}), /,"Ada; Lovelace",/);
  const [read = []] = parse(written({}), { bom: true });
  assert.deepEqual(read.map(removeFormulaGuards), cells);
});
