import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addSignature } from '../commands/issuers.ts';
import { addTemplateValue, type TemplateValues } from '../options/badge-details.ts';
import { formatCount, parseServiceUrl, stripControlCharacters } from './rules.ts';

test('a service URL is read from the URL of any dashboard page', () => {
  for (const text of [
    'badges.example.org',
    'https://badges.example.org',
    'https://badges.example.org/',
    'HTTPS://badges.example.org/app/019/keys?x=1',
  ])
    assert.equal(parseServiceUrl(text), 'https://badges.example.org', text);
  assert.equal(parseServiceUrl('http://localhost:3000'), 'http://localhost:3000');
  for (const text of ['', 'ftp://a.example', 'https://', 'https://a:b@c.example', '::'])
    assert.equal(parseServiceUrl(text), undefined, text);
});

test('text from the service loses all control characters', () => {
  assert.equal(stripControlCharacters('a\u001b[2Jb\u202ec'), 'a [2Jb c');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.doesNotMatch(stripControlCharacters(text), /[\p{Cc}\p{Cf}]/u);
    }),
  );
});

test('a count has its noun in the singular only for one', () => {
  const counts = [0, 1, 2].map((count) => formatCount(count, 'image'));
  assert.deepEqual(counts, ['0 images', '1 image', '2 images']);
  assert.equal(formatCount(1, 'delivery', 'deliveries'), '1 delivery');
  assert.equal(formatCount(3, 'delivery', 'deliveries'), '3 deliveries');
});

test('template values are read one by one, and the last value of a name wins', () => {
  const words = ['title=A=B', 'issuer=', 'title=C'].reduce<TemplateValues>(
    (before, text) => addTemplateValue(text, before),
    {},
  );
  assert.deepEqual(words, { title: 'C', issuer: '' });
  assert.deepEqual(addTemplateValue('title=A=B'), { title: 'A=B' });
  for (const text of ['', 'title', '=x', 'colour=#fff', 'constructor=x', ' title=x'])
    assert.throws(() => addTemplateValue(text), /title=…, issuer=…, icon=…, accentColor=…/, text);
});

test('a signature has a name, an optional title and an optional image', () => {
  const signed = ['Ada Lovelace; Rector, Arts ;ada.png', 'Charles Babbage', 'C;;c;d.png'];
  assert.deepEqual(
    signed.flatMap((text) => addSignature(text)),
    [
      { name: 'Ada Lovelace', title: 'Rector, Arts', picture: 'ada.png' },
      { name: 'Charles Babbage', title: '', picture: '' },
      { name: 'C', title: '', picture: 'c;d.png' },
    ],
  );
});
