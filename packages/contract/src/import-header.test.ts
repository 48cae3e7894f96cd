import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAttributeHeader, readCorrectionHeader, readImportHeader } from './import-header.ts';
import { readRowName } from './import-rows.ts';

const read = (header: string) => JSON.parse(JSON.stringify(readImportHeader(header.split(';'))));

test('two name columns form a full name in several languages, and a single one is the full name', () => {
  for (const header of [
    ['First name', 'Surname', 'E-Mail', 'Date'].join(';'),
    'Vorname;Name;E-Mail;Datum',
    'PRENOM;NOM;Courriel;Date de delivrance',
    'Nombre;Apellidos;Correo electronico;Fecha',
  ])
    assert.deepEqual(read(header), { name: 0, lastName: 1, email: 2, issuedOn: 3 }, header);
  for (const header of ['Nom;Courriel;Date', 'Nombre;Correo;Fecha', 'Name;Mail-Adresse;Datum'])
    assert.deepEqual(read(header), { name: 0, email: 1, issuedOn: 2 }, header);
});

test('a name in three columns is read in their order, also with two Spanish last names', () => {
  for (const header of [
    'First name;Middle name;Last name;E-Mail;Date',
    'Vorname;Namenszusatz;Nachname;E-Mail;Datum',
    'Nombre;Primer apellido;Segundo apellido;Correo;Fecha',
  ])
    assert.deepEqual(
      read(header),
      { name: 0, middleNames: [1], lastName: 2, email: 3, issuedOn: 4 },
      header,
    );
  assert.deepEqual(read('Nombre;Primer apellido;Correo;Fecha').lastName, 1);
  const four = readImportHeader(
    'Apellidos;Nombre;Segundo nombre;Particule;Correo;Fecha'.split(';'),
  );
  assert.ok(!('error' in four));
  assert.equal(readRowName(['Lovelace', 'Ada', "'=King", ' de '], four), 'Ada =King de Lovelace');
  assert.equal(readRowName(['', 'Ada'], four), 'Ada');
  // A full name replaces its parts.
  assert.deepEqual(read('Full name;Middle name;Surname;E-Mail;Date'), {
    ...{ name: 0, email: 3, issuedOn: 4 },
  });
});

test('a custom column is not mistaken for a column that the file already has in English', () => {
  const columns = { name: 1, email: 2, issuedOn: 3 };
  for (const own of ['Datum', 'Fecha', 'Teilnehmer', 'Correo'])
    assert.deepEqual(read(`${own};name;email;issuedOn`), columns, own);
  assert.match(read('name;email;Datum;Fecha').error, /issuedOn twice/);
});

test('a very long header cell is composed only in part', ({ mock }) => {
  const lengths: number[] = [];
  const normalize = String.prototype.normalize;
  mock.method(String.prototype, 'normalize', function (this: string, form?: string) {
    lengths.push(this.length);
    return normalize.call(this, form);
  });
  const long = `a${'\u0301\u0316'.repeat(30_000)}`;
  const header = `name;email;${long};attribute:${long};issuedOn`;
  assert.deepEqual(read(header).issuedOn, 4);
  assert.equal(read(header).attributes.length, 1);
  assert.ok(lengths.length > 0 && Math.max(...lengths) <= 1_000, `${Math.max(...lengths)}`);
});

test('truncating a long name never splits a character', () => {
  // Half of a surrogate pair can be neither stored nor returned.
  const name = parseAttributeHeader(`attribute:${'x'.repeat(489)}😀`);
  assert.ok(name?.isWellFormed());
});

test('a column of credential IDs wins over numbers of students, and two of them are an error', () => {
  const read = (header: string) => readCorrectionHeader(header.split(','));
  assert.partialDeepStrictEqual(read('ID,Credential ID,Name'), { id: 1, name: 2, email: -1 });
  assert.deepEqual(read('id,id,name'), {
    ...{ error: 'has the column id twice in its header', known: 1, hasRequired: false },
  });
  assert.deepEqual(read('credentialId,awardId,name'), read('id,id,name'));
  assert.equal(read('name,email'), undefined);
});
