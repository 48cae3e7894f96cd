import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RecipientField } from '../columns/fields.ts';
import { createList, type RowEdits } from './list.ts';

const kind = {
  fields: ['name', 'email', 'issuedOn', 'expires'] as RecipientField[],
  attributes: [],
  now: Date.parse('2026-06-01'),
};
const row = (name: string, email: string, issuedOn = '2026-03-01', expires = '') => [
  name,
  email,
  issuedOn,
  expires,
];
const buildList = (rows: string[][], edits: RowEdits = new Map()) =>
  createList(
    rows.map((cells, at) => ({ number: at + 2, cells })),
    edits,
    kind,
  );

const people = [
  row('Ada Lovelace', 'ada@example.org'),
  row('Bo', 'bo', '31.31.2026'),
  row('Ada Again', 'ADA@example.org'),
  row('Late Person', 'late@example.org', '2026-03-01', '2025-01-01'),
];

test('every bad cell is reported, and duplicates are found by the address as the service compares it', () => {
  const list = buildList(people);
  assert.deepEqual(list.places('faults'), [1, 3]);
  assert.deepEqual(list.places('duplicates'), [2]);
  assert.equal(list.rows([2])[0]?.duplicateOf, 2);
  const { errors, rowsWithErrors, repeated, rows } = list.counts();
  assert.deepEqual([errors, rowsWithErrors, repeated, rows], [4, 2, 1, 4]);
  assert.equal(list.rows([3])[0]?.errors[3], 'must not be before issuedOn');
  list.setKnown({ emails: ['Late@example.org', 'ada@example.org'], notEmailed: [] });
  assert.deepEqual(list.places('duplicates'), [0, 2, 3]);
  assert.deepEqual([list.counts().holders, list.counts().repeated], [2, 0]);
});

test('rows that get no email are counted apart from those that are skipped, until their address changes', () => {
  const list = buildList([
    ...people,
    row('New Person', 'new@example.org'),
    row('Other Person', 'other@example.org'),
  ]);
  list.setKnown({ emails: [], notEmailed: ['ada@example.org', 'NEW@example.org', 'bo'] });
  const count = () => [list.counts().notEmailed, list.counts().notEmailedAgain];
  assert.deepEqual(count(), [2, 1], 'the first row of a repeated address is issued');
  list.addKnown({ emails: ['new@example.org'], notEmailed: ['other@example.org'] });
  assert.deepEqual(count(), [2, 2]);
  list.set(5, 'email', 'reachable@example.org');
  assert.deepEqual(count(), [1, 2]);
});

test('corrected, filled and removed rows are checked again, can be undone, and survive a reload', () => {
  const list = buildList(people);
  list.set(1, 'email', 'bo@example.org');
  assert.equal(list.counts().errors, 3);
  assert.equal(list.fillDown([0, 1, 2, 3], 'issuedOn'), 1);
  assert.equal(list.fillDown([0, 1, 2, 3], 'expires'), 1);
  assert.equal(list.counts().errors, 1);
  assert.equal(list.removeRowsWithErrors(), 1);
  assert.deepEqual([list.counts().rows, list.counts().out, list.counts().errors], [3, 1, 0]);
  const again = buildList(people, new Map(list.edits()));
  assert.deepEqual(again.counts(), { ...list.counts(), isUndoable: false });
  assert.equal(again.csv(), list.csv());
  list.undo();
  assert.equal(list.counts().rows, 4);
  while (list.counts().isUndoable) list.undo();
  assert.equal(list.csv(), buildList(people).csv());
});

test('each row of the file that is sent has its number of the spreadsheet', () => {
  const numbered = (numbers: number[]) =>
    createList(
      numbers.map((number, at) => ({ number, cells: row(`Person ${at}`, `${at}@example.org`) })),
      new Map(),
      kind,
    );
  const findPersonLines = (csv: string) =>
    csv.split('\n').flatMap((line, at) => (line.startsWith('Person') ? [at + 1] : []));
  const list = numbered([5, 6, 9]);
  assert.deepEqual(findPersonLines(list.csv()), [5, 6, 9]);
  assert.equal(list.csv().indexOf('name,email'), 3);
  list.removeRows([0]);
  assert.deepEqual(findPersonLines(list.csv()), [6, 9]);
  // Without a header in the file, the first row is below the header that is sent.
  assert.deepEqual(findPersonLines(numbered([1, 2, 5]).csv()), [2, 3, 5]);
  // A row a million rows further down isn't worth a megabyte.
  assert.deepEqual(findPersonLines(numbered([5, 1_000_000]).csv()), [2, 3]);
});

test('removing the first of two rows with one address makes the other no duplicate', () => {
  const list = buildList(people);
  list.removeRows([0]);
  assert.deepEqual(list.places('duplicates'), []);
});

test('a row is no duplicate of a row with errors, because only the first correct one is issued', () => {
  const list = buildList([
    row('Bo', 'ada@example.org'),
    row('Ada Lovelace', 'ADA@example.org'),
    row('Ada Again', 'ada@example.org'),
    row('Al', 'ada@example.org'),
  ]);
  const found = () => list.rows([0, 1, 2, 3]).map(({ duplicateOf }) => duplicateOf);
  assert.deepEqual(found(), [undefined, undefined, 3, 3]);
  assert.deepEqual([list.counts().rowsWithErrors, list.counts().repeated], [2, 1]);
  list.set(0, 'name', 'Ada Byron');
  assert.deepEqual(found(), [undefined, 2, 2, 2]);
  assert.deepEqual([list.counts().rowsWithErrors, list.counts().repeated], [1, 2]);
  list.undo();
  assert.deepEqual(found(), [undefined, undefined, 3, 3]);
});

test('after any edits a list equals one read with those cells, and undoing all restores the original', () => {
  const email = fc.constantFrom('ada@example.org', 'ADA@example.org', 'bo@example.org', 'bad', '');
  const act = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), at: fc.nat(4), email }),
    fc.record({ kind: fc.constant('out' as const), at: fc.nat(4) }),
    fc.record({ kind: fc.constant('fill' as const), at: fc.nat(4) }),
    fc.record({ kind: fc.constant('undo' as const), at: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(email, { minLength: 5, maxLength: 5 }), fc.array(act), (emails, acts) => {
      const rows = emails.map((one, at) => row(`Person ${at}`, one));
      const list = buildList(rows);
      for (const one of acts) {
        if (one.kind === 'set') list.set(one.at, 'email', one.email);
        if (one.kind === 'out') list.removeRows([one.at]);
        if (one.kind === 'fill') list.fillDown(list.places('all').slice(one.at), 'email');
        if (one.kind === 'undo') list.undo();
      }
      const places = list.places('all');
      const fresh = buildList(list.rows(places).map(({ cells }) => [...cells]));
      const { errors, repeated, rows: count } = fresh.counts();
      assert.deepEqual(
        [list.counts().errors, list.counts().repeated, list.counts().rows],
        [errors, repeated, count],
      );
      assert.deepEqual(
        list.places('duplicates'),
        fresh.places('duplicates').map((at) => places[at]),
      );
      while (list.counts().isUndoable) list.undo();
      assert.equal(list.csv(), buildList(rows).csv());
    }),
  );
});

test('optional cells follow the same rules, each error is at its cell, and left-out rows are ignored', () => {
  const fields: RecipientField[] = [
    ...kind.fields,
    'narrative',
    'evidence',
    'attribute:Grade',
    'attribute:v1.0',
  ];
  const attributes = [
    { name: 'Grade', type: 'number' as const },
    { name: 'v1.0', type: 'date' as const },
  ];
  const more = (...cells: string[]) => ({
    number: 2,
    cells: [...row('Ada Lovelace', 'ada@example.org'), ...cells],
  });
  const list = createList(
    [
      more('Sailed', 'https://a.example/1 https://a.example/2', '1.3', '2026-03-01'),
      more('', 'a log book', 'good', 'soon'),
      more('x'.repeat(10_001), '', '', ''),
      { ...more('', '', '', ''), isLeftOut: true },
    ],
    new Map(),
    { ...kind, fields, attributes },
  );
  const bad = list.rows([1, 2]).map(({ errors }) => errors.map((error) => error !== undefined));
  assert.deepEqual(bad[0], [false, false, false, false, false, true, true, true]);
  assert.deepEqual(bad[1], [false, false, false, false, true, false, false, false]);
  assert.deepEqual(list.places('faults'), [1, 2]);
  assert.deepEqual(list.places('duplicates'), [1, 2]);
  list.removeRowsWithErrors();
  assert.equal(
    list.csv(),
    'name,email,issuedOn,expires,narrative,evidence,attribute:Grade,attribute:v1.0\nAda Lovelace,ada@example.org,2026-03-01,,Sailed,https://a.example/1 https://a.example/2,1.3,2026-03-01\n',
  );
});
