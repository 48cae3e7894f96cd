import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plain, serviceUrl } from './rules.ts';

test('an address is the service, whatever page of the dashboard it was copied from', () => {
  for (const text of [
    'badges.example.org',
    'https://badges.example.org',
    'https://badges.example.org/',
    'HTTPS://badges.example.org/app/019/keys?x=1',
  ])
    assert.equal(serviceUrl(text), 'https://badges.example.org', text);
  assert.equal(serviceUrl('http://localhost:3000'), 'http://localhost:3000');
  for (const text of ['', 'ftp://a.example', 'https://', 'https://a:b@c.example', '::'])
    assert.equal(serviceUrl(text), undefined, text);
});

test('nothing that a service says moves the cursor', () => {
  assert.equal(plain('a\u001b[2Jb\u202ec'), 'a [2Jb c');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.doesNotMatch(plain(text), /[\p{Cc}\p{Cf}]/u);
    }),
  );
});
