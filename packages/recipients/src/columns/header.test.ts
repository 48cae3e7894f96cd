import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerSearchRows } from '@insignia/contract';
import fc from 'fast-check';
import { listMonthNames } from './dates.ts';
import { countTitleRows, findTableStart } from './header.ts';

const months = listMonthNames(['en']);
const split = (text: string) => text.split('\n').map((row) => row.split(';'));
const findStart = (text: string) => findTableStart(split(text), { months });
const people = 'Ada Lovelace;ada@example.org;1.3.2026\nAlan Turing;alan@example.org;2.3.2026';

test('a title above the header is not part of the list', () => {
  const lists: [text: string, firstRow: number, hasHeader: boolean][] = [
    [`Class 4b\nName;E-mail;Date\n${people}`, 1, true],
    [`Class 4b;;\nSpring term;;\nWer;Kontakt;Am\n${people}`, 2, true],
    [`Class 4b\n1 March 2026\n${people}`, 2, false],
    [`Course:;Sailing\nTeacher:;office@school.example\nName;E-mail\n${people}`, 2, true],
    [`Course;Sailing;Date;1.3.2026\nFull name;E-mail;Issued on\n${people}`, 1, true],
    // Headings that are merged over two rows.
    [`Participant;;E-mail;Date\nFirst name;Last name;E-mail;Date\n${people}`, 1, true],
    [`Name;E-mail;Course\nName;E-mail;Term\n${people}`, 1, true],
  ];
  for (const [text, firstRow, hasHeader] of lists)
    assert.deepEqual(findStart(text), { firstRow, hasHeader }, text);
  const known = { remembered: { wer: 'name', am: 'issuedOn' } } as const;
  const start = findTableStart(split(`Course;Sailing\nWer;Kontakt;Am\n${people}`), known);
  assert.deepEqual(start, { firstRow: 1, hasHeader: true });
  const attributes = [{ name: 'Grade', type: 'number' as const }];
  assert.deepEqual(
    findTableStart(split(`Course;Sailing\nName;Grade\nAda Lovelace;1`), { attributes }),
    { firstRow: 1, hasHeader: true },
  );
});

test('a list without a title begins in its first row', () => {
  const lists: [text: string, hasHeader: boolean][] = [
    [`Name;E-mail;Date\n${people}`, true],
    [`Wer;Kontakt;Am\n${people}`, true],
    [`Name;Kontakt;Am\n${people}`, true],
    [people, false],
    ['Name\nAda Lovelace\nAlan Turing', true],
    ['ada@example.org\nalan@example.org', false],
    // Rows below a recipient are data, also when they repeat the header.
    [`${people}\nName;E-mail;Date\n${people}`, false],
    [`Name;Kontakt;Am\n${people}\nName;E-mail;Date\n${people}`, true],
    ['', true],
  ];
  for (const [text, hasHeader] of lists)
    assert.deepEqual(findStart(text), { firstRow: 0, hasHeader }, text);
  assert.deepEqual(findTableStart([]), { firstRow: 0, hasHeader: true });
});

const names = [
  ...[['Full name'], ['First name', 'Last name'], ['Vorname', 'Name'], ['Nombre', 'Apellidos']],
  ...[
    ['Prénom', 'Particule', 'Nom'],
    ['First name', 'Middle name', 'Surname'],
  ],
];
const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const headerRow = fc
  .record({
    name: fc.constantFrom(...names),
    email: fc.constantFrom('E-mail', 'Courriel', 'Correo electrónico', 'Email address'),
    others: fc.array(fc.oneof(text, fc.constantFrom('Date', 'Datum', 'Valid until', 'Proof')), {
      maxLength: 4,
    }),
  })
  .map(({ name, email, others }) => [...name, email, ...others]);
/** A recipient has an address and at least one other cell. Any other cell may contain anything. */
const recipients = fc.array(
  fc
    .tuple(
      fc.constantFrom('Ada Lovelace', 'Name', 'Class 4b', 'Date'),
      fc.emailAddress(),
      fc.array(fc.oneof(text, fc.constantFrom('Name', 'E-mail', 'Date')), { maxLength: 4 }),
    )
    .map(([name, email, others]) => [name, email, ...others]),
  { minLength: 1, maxLength: 40 },
);

test('an ordinary list is never mistaken for one with a title', () => {
  fc.assert(
    fc.property(headerRow, recipients, (header, rows) => {
      assert.deepEqual(findTableStart([header, ...rows], { months }), {
        firstRow: 0,
        hasHeader: true,
      });
    }),
  );
  fc.assert(
    fc.property(recipients, (rows) => {
      assert.equal(findTableStart(rows, { months }).firstRow, 0);
    }),
  );
  // Columns may have any names.
  const unknown = fc.array(
    text.filter((cell) => cell.trim() !== ''),
    { minLength: 2, maxLength: 6 },
  );
  fc.assert(
    fc.property(unknown, recipients, (header, rows) => {
      assert.equal(findTableStart([header, ...rows], { months }).firstRow, 0);
    }),
  );
});

test('a header with known names is found below any title', () => {
  const title = fc.array(
    fc.oneof(
      text.filter((cell) => cell.trim() !== '').map((cell) => [cell]),
      fc.constantFrom(
        ...[
          ['Class 4b', '', ''],
          ['Contact:', 'office@school.example'],
          ['Term', 'Spring'],
        ],
      ),
    ),
    { minLength: 1, maxLength: headerSearchRows - 1 },
  );
  fc.assert(
    fc.property(title, headerRow, recipients, (above, header, rows) => {
      assert.deepEqual(findTableStart([...above, header, ...rows], { months }), {
        firstRow: above.length,
        hasHeader: true,
      });
    }),
  );
});

test('the start found in any rows is within them', () => {
  const cell = fc.oneof(text, fc.constantFrom('Name', 'E-mail', 'Date', 'a@b.example', ''));
  fc.assert(
    fc.property(fc.array(fc.array(cell)), (rows) => {
      for (const at of [findTableStart(rows, { months }).firstRow, countTitleRows(rows)])
        assert.ok(at === 0 || (at < rows.length && at < headerSearchRows));
    }),
  );
});
