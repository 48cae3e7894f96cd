import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  listDomains,
  listPathForms,
  listStoredPaths,
  mayNamePerson,
  normalizeOldPath,
  readOldHost,
  readOldUrl,
  readRedirects,
} from './rules.ts';

test('old paths have one form, and only paths have one', () => {
  for (const [typed, stored] of [
    ['/a/../b', '/b'],
    ['//a', '//a'],
    ['/ä?b=%c3%A4', '/%C3%A4?b=%C3%A4'],
    ['/A/', '/A/'],
    ['/%2e%2e/a', '/a'],
    ['/@elsewhere.example', '/@elsewhere.example'],
  ] as const)
    assert.equal(normalizeOldPath(typed), stored);
  for (const typed of ['', 'a', 'https://a.example/', '/a b', '/a#b', '/\\a', '/a\u0000', '/a\n'])
    assert.equal(normalizeOldPath(typed), undefined, typed);
  assert.equal(normalizeOldPath(`/${'ä'.repeat(400)}`), undefined);
});

test('old URLs have a host and a path that identify a document', () => {
  const own = 'badges.example.org';
  for (const [url, host, path] of [
    ['HTTPS://Old.example:8443/a/../b?c=d', 'old.example', '/b?c=d'],
    ['http://münchen.example/ä', 'xn--mnchen-3ya.example', '/%C3%A4'],
    ['https://old.example/?id=1', 'old.example', '/?id=1'],
    ['https://old.example/a#', 'old.example', '/a'],
  ] as const)
    assert.deepEqual(readOldUrl(url, own), { host, path });
  for (const url of [
    ...['', '/a', 'old.example/a', 'ftp://old.example/a', 'urn:uuid:1', 'did:web:old.example:a'],
    ...['https://old.example', 'https://old.example/', 'https://old.example/#/a'],
    ...['https://old.example/a#b', 'https://127.0.0.1/a', 'https://localhost/a'],
    ...[`https://${own}/a`, `https://old.example/${'x'.repeat(1_000)}`],
  ])
    assert.equal(readOldUrl(url, own), undefined, url);
});

test('a request is answered by its path with the query, then without', () => {
  assert.deepEqual(listStoredPaths('/a?b=1'), ['/a?b=1', '/a']);
  assert.deepEqual(listStoredPaths('/a'), ['/a']);
  assert.deepEqual(listStoredPaths('http://old.example/a'), []);
});

test('hosts of requests are names other than the service’s own', () => {
  const own = 'badges.example.org';
  assert.equal(readOldHost('OLD.example:443', own), 'old.example');
  for (const header of [
    undefined,
    own,
    `${own}:80`,
    '127.0.0.1',
    '[::1]:3000',
    'localhost',
    'a b.c',
  ])
    assert.equal(readOldHost(header, own), undefined, header);
  assert.equal(readOldHost(`${'a.'.repeat(200)}example`, own), undefined);
});

test('the domains of a host are the host and those above it, without the last label', () => {
  assert.deepEqual(listDomains('a.b.example'), ['a.b.example', 'b.example']);
});

test('the service’s own host can’t be redirected, so there are no loops', () => {
  const rows = [{ number: 2, cells: ['Badges.example.org', '/a', crypto.randomUUID()] }];
  const columns = { host: 0, path: 1, id: 2 };
  const { redirects, errors } = readRedirects(rows, columns, 'badges.example.org');
  assert.deepEqual([redirects, errors.length], [[], 1]);
  assert.match(errors[0]?.message ?? '', /not of this one/);
});

test('a path names a person by a word of their name or of their address', () => {
  const texts = ['Ádá Lovelace-Byron', 'a.king+school@example.org', '李 雷'];
  for (const path of [
    ...[
      '/u/adalovelace',
      '/BYRON/1',
      '/%C3%81d%C3%A1?b=1',
      '/people/King',
      '/a%2Eking%40old.example',
    ],
    ...['/%E6%9D%8E', '/ada%E4', '/%E1d%e1', '/%C3%A4/B%DFron/%C1D%C1'],
  ])
    assert.ok(mayNamePerson(path, texts), path);
  for (const path of ['/assertions/9f3c', '/badges/hash.php?id=1', '/example.org', '/%E4'])
    assert.ok(!mayNamePerson(path, texts), path);
  assert.ok(!mayNamePerson('/ada-lovelace', texts, ['Ada Lovelace', 'a@example.org']));
  assert.ok(mayNamePerson('/ada-byron', texts, ['Ada Lovelace', 'a@example.org']));
});

test('an address has its escaped forms in old paths, never those of another address', () => {
  const forms = listPathForms('größe@a.example');
  for (const form of ['gr%c3%b6%c3%9fe@a.example', 'gr%f6%dfe@a%2eexample.jpg'])
    assert.ok(forms.includes(form), form);
  assert.deepEqual(
    listPathForms('straße@a.example').filter((form) => form.startsWith('strasse')),
    [],
  );
});
