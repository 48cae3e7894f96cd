import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseForm, stateOf } from './rules.ts';

test('the form of a public document follows the Accept header', () => {
  const cases: [string | undefined, boolean, string][] = [
    [undefined, true, 'json'],
    ['*/*', true, 'json'],
    ['application/json', true, 'json'],
    ['application/ld+json', true, 'ld'],
    ['application/json, application/ld+json', true, 'ld'],
    ['application/ld+json;q=0.5, application/json', true, 'json'],
    ['application/ld+json, */*', true, 'ld'],
    ['application/ld+json;q=0, */*', true, 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true, 'page'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false, 'json'],
    ['text/html, */*', true, 'json'],
    ['text/html', true, 'page'],
    ['image/png', true, 'json'],
    ['TEXT/HTML;Q=1, application/json;q=0.2', true, 'page'],
    ['application/*;q=0.9, text/html', true, 'page'],
    ['text/html;q=7, */*', true, 'json'],
    [',;,=', true, 'json'],
  ];
  for (const [accept, hasPage, form] of cases)
    assert.equal(chooseForm(accept, hasPage), form, String(accept));
});

test('revoked comes before expired, and an expiry holds to its last millisecond', () => {
  assert.equal(stateOf({ revoked: true, expires: 5 }, 10), 'revoked');
  assert.equal(stateOf({ revoked: false, expires: 5 }, 6), 'expired');
  assert.equal(stateOf({ revoked: false, expires: 5 }, 5), 'valid');
  assert.equal(stateOf({ revoked: false, expires: undefined }, 5), 'valid');
});
