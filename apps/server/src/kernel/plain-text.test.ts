import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeMailbox, plainName, plainSubject, removeLinks } from './plain-text.ts';

const links = [
  ...['https://a.example/x?y', 'HTTP://A', 'ftp://a', 'www.a.example', 'a.example'],
  ...['a.b.example/path?q#f', 'mailto:a@b.example', 'javascript:alert(1)', 'ａ．example'],
  ...['a。example', 'xn--bcher-kva.example', 'bücher.example', 'ดี.คอม', 'a\u200d.example'],
  ...['1.2.3.4/login', '1.2.3.4', '１.2.3.4:8080/x', '203.0.113.5?x'],
];
const harmless = [
  ...['Dear Ada, well done!', 'Grade 1.5, e.g. this', '3.14 < 4', 'Hello. World', 'a@b'],
  ...['Room 1.2.3', 'On 1.2.2026 at 10.30', 'J.R.R. Tolkien'],
];

test('clickable links are removed from foreign text, and everything else is unchanged', () => {
  const out = '[link removed]';
  for (const link of links) assert.equal(removeLinks(`See ${link} now`), `See ${out} now`, link);
  for (const text of harmless) assert.equal(removeLinks(text), text);
  assert.equal(plainSubject('Look\r\nat a.example\u2028now'), 'Look at [link removed] now');
});

test('a plain name keeps its words on one line, without links or hosts', () => {
  for (const link of links) {
    const name = plainName(`Ada ${link}\r\nBcc: x`, 'Somebody');
    assert.equal(removeLinks(name), name, link);
    assert.match(name, /^Ada .*Bcc: x$/);
  }
  for (const [name, plain] of [
    ['Booking.com Academy', 'Booking com Academy'],
    ['evil.example/login', 'evil example/login'],
    ['Win at https://evil.example/x?y !', 'Win at !'],
    ['\u202emoc.live\u202c', 'moc live'],
    ['https://evil.example', 'Somebody'],
    ['…', 'Somebody'],
    ['', 'Somebody'],
    ['محمد  "the" Great', 'محمد "the" Great'],
  ] as const)
    assert.equal(plainName(name, 'Somebody'), plain);
  for (const text of harmless) assert.equal(plainName(text, 'Somebody'), text);
});

test('aliases of one mailbox count as one address', () => {
  assert.equal(normalizeMailbox('Ada+news+x@Example.org'), 'ada@example.org');
  assert.equal(normalizeMailbox('+ada@example.org'), '@example.org');
  assert.equal(normalizeMailbox('ada@ex+ample.org'), 'ada@ex+ample.org');
});
