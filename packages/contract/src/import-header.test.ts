import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readImportHeader } from './import-header.ts';

const read = (header: string) => JSON.parse(JSON.stringify(readImportHeader(header.split(';'))));

test('names in two parts are whole names, whatever a language calls them; one that stands alone is whole', () => {
  for (const header of [
    'First name;Surname;E-Mail;Date',
    'Vorname;Name;E-Mail;Datum',
    'PRENOM;NOM;Courriel;Date de delivrance',
    'Nombre;Apellidos;Correo electronico;Fecha',
  ])
    assert.deepEqual(read(header), { name: 0, lastName: 1, email: 2, issuedOn: 3 }, header);
  for (const header of ['Nom;Courriel;Date', 'Nombre;Correo;Fecha', 'Name;Mail-Adresse;Datum'])
    assert.deepEqual(read(header), { name: 0, email: 1, issuedOn: 2 }, header);
});

test('a column of one’s own is not taken for another that the file has in English', () => {
  const columns = { name: 1, email: 2, issuedOn: 3 };
  for (const own of ['Datum', 'Fecha', 'Teilnehmer', 'Correo'])
    assert.deepEqual(read(`${own};name;email;issuedOn`), columns, own);
  assert.match(read('name;email;Datum;Fecha').fault, /issuedOn twice/);
});
