import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type DateOrder, guessDateOrder, listMonthNames, parseDate } from './dates.ts';
import {
  type Attributes,
  findMissingFields,
  limitToAttributes,
  listFields,
  readRow,
} from './fields.ts';
import { guessColumns, rememberColumns } from './guess.ts';

const months = listMonthNames(['en', 'de', 'fr']);
const dates = { order: 'dmy' as DateOrder, months };
const attributes: Attributes = [
  { name: 'Grade', type: 'number' },
  { name: 'Sailed on', type: 'date' },
  { name: 'Date', type: 'date' },
];

test('a date is read in every usual form, and anything else is no date', () => {
  const forms: [string, DateOrder, string | undefined][] = [
    ['2026-03-01', 'dmy', '2026-03-01'],
    ['2026-03-01T12:00:00Z', 'dmy', '2026-03-01T12:00:00Z'],
    ['2026/3/1', 'dmy', '2026-03-01'],
    ['1.3.2026', 'dmy', '2026-03-01'],
    ['01. 03. 2026', 'dmy', '2026-03-01'],
    ['3/1/26', 'mdy', '2026-03-01'],
    ['3/1/2026 14:05:00', 'mdy', '2026-03-01'],
    ['26-3-1', 'ymd', '2026-03-01'],
    ['46082', 'dmy', '2026-03-01'],
    ['46082.75', 'dmy', '2026-03-01'],
    ['1 March 2026', 'dmy', '2026-03-01'],
    ['March 1, 2026', 'dmy', '2026-03-01'],
    ['Sunday, March 1, 2026', 'dmy', '2026-03-01'],
    ['1-Mar-26', 'dmy', '2026-03-01'],
    ['1. März 2026', 'dmy', '2026-03-01'],
    ['1 février 2026', 'dmy', '2026-02-01'],
    ['31.2.2026', 'dmy', undefined],
    ['13/1/2026', 'mdy', undefined],
    ['12345', 'dmy', undefined],
    ['1/2', 'dmy', undefined],
    ['someday', 'dmy', undefined],
  ];
  for (const [text, order, day] of forms) assert.equal(parseDate(text, order, months), day, text);
});

test('every day is read in every order of day, month and year', () => {
  const day = fc.date({
    min: new Date('1950-01-01'),
    max: new Date('2049-12-31'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(day, fc.constantFrom('.', '/', '-'), (date, sign) => {
      const iso = date.toISOString().slice(0, 10);
      const [y, m, d] = iso.split('-').map(Number);
      assert.equal(parseDate([d, m, y].join(sign), 'dmy', months), iso);
      assert.equal(parseDate([m, d, y].join(sign), 'mdy', months), iso);
      assert.equal(parseDate([y, m, d].join(sign), 'dmy', months), iso);
      const serial = Math.floor(date.getTime() / 86_400_000) + 25_569;
      if (serial >= 20_000) assert.equal(parseDate(String(serial), 'dmy', months), iso);
    }),
  );
});

test('days above 12 decide the date order; otherwise dots or the locale decide, marked as a guess', () => {
  const guess = (cells: string[], locale = 'en-US') => guessDateOrder(cells, locale);
  assert.deepEqual(guess(['1/2/2026', '13/2/2026']), { order: 'dmy', isCertain: true });
  assert.deepEqual(guess(['1/2/2026', '2/13/2026']), { order: 'mdy', isCertain: true });
  assert.deepEqual(guess(['1/2/2026']), { order: 'mdy', isCertain: false });
  assert.deepEqual(guess(['1/2/2026'], 'en-GB'), { order: 'dmy', isCertain: false });
  assert.equal(guess(['1.2.2026']).order, 'dmy');
  assert.deepEqual(guess(['2026-02-01', 'Ada']), { order: 'ymd', isCertain: true });
});

test('columns are matched by memory, then header, then content, and each at most once', () => {
  const rows = [
    ['Ada Lovelace', 'ada@example.org', '1.3.2026', '17'],
    ['Alan Turing', 'alan@example.org', '2.3.2026', '18'],
  ];
  const columns = (header: string[], remembered = {}) =>
    Object.entries(guessColumns(header, rows, { ...dates, remembered })).map(
      ([source, guess]) => `${source} ${guess?.column} ${guess?.because}`,
    );
  assert.deepEqual(columns(['Wer', 'Kontakt', 'Am', 'Nr']).sort(), [
    'email 1 content',
    'issuedOn 2 content',
    'name 0 content',
  ]);
  assert.deepEqual(columns(['Valid until', 'E-Mail', 'x', 'Full name']).sort(), [
    'email 1 header',
    'expires 0 header',
    'issuedOn 2 content',
    'name 3 header',
  ]);
  assert.ok(columns(['Wer', 'a', 'b', 'Nr'], { nr: 'name' }).includes('name 3 remembered'));
  assert.equal(
    columns(['email', 'email', 'b', 'c']).filter((one) => one.startsWith('email')).length,
    1,
  );
  assert.deepEqual(rememberColumns({ old: 'name' }, ['Wer', 'E-Mail'], { name: 0, email: 1 }), {
    wer: 'name',
    email: 'email',
    old: 'name',
  });
});

test('columns are also recognized in German, French and Spanish', () => {
  const sources = (...header: string[]) => {
    const guesses = Object.entries(guessColumns(header, [], dates));
    return header.map((_, at) => guesses.find(([, guess]) => guess?.column === at)?.[0]);
  };
  const whole = ['firstName', 'lastName', 'email', 'issuedOn', 'expires'];
  assert.deepEqual(
    sources('Vorname', 'Nachname', 'E-Mail-Adresse', 'Datum', 'Gu\u0308ltig bis'),
    whole,
  );
  assert.deepEqual(
    sources('Prénom', 'Nom', 'Courriel', 'Date de délivrance', 'Date d’expiration'),
    whole,
  );
  assert.deepEqual(
    sources('Nombre', 'Apellidos', 'Correo electrónico', 'Fecha', 'Fecha de caducidad'),
    whole,
  );
  assert.deepEqual(sources('Vorname', 'Name', 'Mail', 'Datum', 'Gueltig bis'), whole);
  assert.deepEqual(sources('Nom', 'Courriel', 'Date'), ['name', 'email', 'issuedOn']);
  const parts = ['firstName', 'middleName', 'lastName'];
  assert.deepEqual(sources('First name', 'Middle name', 'Last name'), parts);
  assert.deepEqual(sources('Nombre', 'Primer apellido', 'Segundo apellido'), parts);
  assert.deepEqual(sources('Full name', 'Middle name', 'Last name'), [
    'name',
    undefined,
    undefined,
  ]);
  assert.deepEqual(sources('Datum', 'Nom', 'Issued on', 'name'), [
    ...[undefined, undefined, 'issuedOn', 'name'],
  ]);
});

test('one heading above two or three columns of single words means first, middle and last name', () => {
  const guess = (header: string[], rows: string[][], remembered = {}) =>
    Object.entries(guessColumns(header, rows, { ...dates, remembered }))
      .filter(([, found]) => found)
      .map(([source, found]) => `${source} ${found?.column}`)
      .sort();
  const two = [
    ['Ada', 'Lovelace', 'ada@example.org'],
    ['Alan', 'Turing', 'alan@example.org'],
  ];
  const parts = ['email 2', 'firstName 0', 'lastName 1'];
  assert.deepEqual(guess(['Name', '', 'E-mail'], two), parts);
  assert.deepEqual(guess(['Name', '', 'E-mail'], two, { name: 'firstName' }), parts);
  const three = [
    ['Ada', '', 'Lovelace', 'ada@example.org'],
    ['Ludwig', 'van', 'Beethoven', 'ludwig@example.org'],
  ];
  assert.deepEqual(guess(['Name', '', '', 'E-mail'], three), [
    ...['email 3', 'firstName 0', 'lastName 2', 'middleName 1'],
  ]);
  // Neither a named column, nor numbers, nor words beside a full name.
  assert.deepEqual(guess(['Name', 'Team', 'E-mail'], two), ['email 2', 'name 0']);
  const groups = two.map(([first = '', , email = '']) => [first, '4b', email]);
  assert.deepEqual(guess(['Name', '', 'E-mail'], groups), ['email 2', 'name 0']);
  const full = two.map(([first, last = '', email = '']) => [`${first} ${last}`, 'Red', email]);
  assert.deepEqual(guess(['Name', '', 'E-mail'], full), ['email 2', 'name 0']);
});

test('a row follows its columns; names may be in two or three parts, and one date may apply to all', () => {
  const matched = {
    columns: { firstName: 1, lastName: 0, email: 2 },
    fixed: { issuedOn: '2026-03-01' },
  };
  assert.deepEqual(findMissingFields(matched), []);
  assert.deepEqual(findMissingFields({ columns: { lastName: 0 }, fixed: {} }), [
    'name',
    'email',
    'issuedOn',
  ]);
  assert.deepEqual(
    readRow(['Lovelace', "'=Ada", ' ada@example.org '], matched, { ...dates, attributes }),
    ['=Ada Lovelace', 'ada@example.org', '2026-03-01', ''],
  );
  const three = { columns: { lastName: 0, firstName: 1, middleName: 2 }, fixed: {} };
  const readName = (...cells: string[]) => readRow(cells, three, { ...dates, attributes })[0];
  assert.equal(readName('Beethoven', ' Ludwig', 'van '), 'Ludwig van Beethoven');
  assert.equal(readName('Lovelace', 'Ada', ''), 'Ada Lovelace');
});

test('a cell with line breaks becomes one line, except in fields that allow several', () => {
  const matched = { columns: { name: 0, email: 1, issuedOn: 2, narrative: 3 }, fixed: {} };
  const wrapped = ['Ada \r\n Love\tlace', 'ada@example.org\n', '1.3.2026\v', 'Flew\n\nfar  off\n'];
  assert.deepEqual(readRow(wrapped, matched, { ...dates, attributes: [] }), [
    'Ada Love lace',
    'ada@example.org',
    '2026-03-01',
    '',
    'Flew\n\nfar  off',
  ]);
  assert.equal(
    readRow(['Ada  Lovelace\u0085II'], matched, { ...dates, attributes })[0],
    'Ada  Lovelace II',
  );
});

test('columns match custom fields by name and evidence by links, and another badge drops its fields', () => {
  const header = ['Grade', 'attribute: sailed ON', 'Date', 'Links', 'attribute:Rank'];
  const rows = [
    ['1,3', '1.3.2026', '2.3.2026', 'https://a.example/1, https://a.example/2', 'mate'],
  ];
  const guesses = guessColumns(header, rows, { ...dates, attributes });
  assert.deepEqual(guesses, {
    'attribute:Grade': { column: 0, because: 'header' },
    'attribute:Sailed on': { column: 1, because: 'header' },
    issuedOn: { column: 2, because: 'header' },
    evidence: { column: 3, because: 'content' },
  });
  const matched = {
    columns: { issuedOn: 2, evidence: 3, 'attribute:Grade': 0, 'attribute:Sailed on': 1 },
    fixed: {},
  } as const;
  assert.deepEqual(listFields(matched, attributes).slice(4), [
    'evidence',
    'attribute:Grade',
    'attribute:Sailed on',
  ]);
  const row = readRow(rows[0] ?? [], matched, { ...dates, attributes });
  assert.deepEqual(row.slice(4), [rows[0]?.[3], '1.3', '2026-03-01']);
  assert.deepEqual(limitToAttributes(matched, []).columns, { issuedOn: 2, evidence: 3 });
  assert.deepEqual(
    guessColumns(['Grade', 'x'], [], { ...dates, remembered: { x: 'attribute:Gone' } }),
    {},
  );
});
