import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideDates, fold, likeLiteral, mailboxOf, withoutLinks } from './rules.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const iso = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString();
const decide = (issuedOn: string, expires?: string | null) => {
  const found = decideDates(issuedOn, expires, now);
  return Array.isArray(found)
    ? found.map(({ path }) => path)
    : [iso(found.issuedOn), iso(found.expires)];
};

test('a bare expiry holds through its day, the day of issue included', () => {
  assert.deepEqual(decide('2026-03-01', '2026-03-01'), [
    '2026-03-01T00:00:00.000Z',
    '2026-03-01T23:59:59.999Z',
  ]);
  assert.deepEqual(decide('2026-03-01', '2026-03-01T00:00:00Z'), [
    '2026-03-01T00:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
  ]);
  assert.deepEqual(decide('2026-02-01', null), ['2026-02-01T00:00:00.000Z', undefined]);
});

test('today east of UTC becomes now; more than a day ahead is refused', () => {
  assert.deepEqual(decide('2026-03-02'), ['2026-03-01T12:00:00.000Z', undefined]);
  assert.deepEqual(decide('2026-03-02T12:00:00Z'), ['2026-03-01T12:00:00.000Z', undefined]);
  assert.deepEqual(decide('2026-03-02T12:00:01Z'), ['issuedOn']);
  assert.deepEqual(decide('2026-03-02', '2026-03-01'), ['expires']);
});

test('all bad dates are named at once', () => {
  assert.deepEqual(decide('2026-02-30', 'never'), ['issuedOn', 'expires']);
  assert.deepEqual(decide('2026-03-01', '2026-02-28'), ['expires']);
});

test('searches fold case and compatibility forms, and take wildcards literally', () => {
  assert.equal(fold('ÅSA Ｌöw ﬁ'), 'åsa löw fi');
  assert.equal(likeLiteral('50%_\\x'), '50\\%\\_\\\\x');
});

test('what could be clicked on is taken out of a visitor’s words, and nothing else', () => {
  const out = '[link taken out]';
  const links = [
    ...[
      'https://a.example/x?y',
      'HTTP://A',
      'ftp://a',
      'www.a.example',
      'a.example',
      'a.b.example/path?q#f',
    ],
    ...[
      'mailto:a@b.example',
      'javascript:alert(1)',
      'ａ．example',
      'a。example',
      'xn--bcher-kva.example',
      'bücher.example',
    ],
  ];
  for (const link of links) assert.equal(withoutLinks(`See ${link} now`), `See ${out} now`, link);
  for (const text of [
    'Dear Ada, well done!',
    'Grade 1.5, e.g. this',
    '3.14 < 4',
    'Hello. World',
    'a@b',
  ])
    assert.equal(withoutLinks(text), text);
});

test('addresses of one mailbox are counted as one', () => {
  assert.equal(mailboxOf('Ada+news+x@Example.org'), 'ada@example.org');
  assert.equal(mailboxOf('+ada@example.org'), '@example.org');
  assert.equal(mailboxOf('ada@ex+ample.org'), 'ada@ex+ample.org');
});
