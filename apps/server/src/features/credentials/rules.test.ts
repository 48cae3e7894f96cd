import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, likeLiteral, mailboxOf, withoutLinks } from './rules.ts';

test('searches fold case and compatibility forms, and take wildcards literally', () => {
  assert.equal(fold('ÅSA Ｌöw ﬁ'), 'åsa löw fi');
  const same = [
    ['ΠΑΠΑΣ', 'παπας', 'Παπασ'],
    ['İSTANBUL', 'istanbul', 'ISTANBUL', 'ıstanbul'],
    ['STRASSE', 'Straße', 'STRAẞE', 'ſtrasse'],
    ['ΆΔΗΣ ᾠδή', 'άδης ὨΙΔΉ'],
  ];
  for (const words of same) assert.equal(new Set(words.map(fold)).size, 1, words.join());
  assert.notEqual(fold('Åsa'), fold('Asa'));
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
