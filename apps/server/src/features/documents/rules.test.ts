import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseFormat, chooseType, didTypes, documentTypes } from './rules.ts';

test('the form of a public document follows the Accept header', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['application/ld+json', 'ld'],
    ['application/json, application/ld+json', 'ld'],
    ['application/ld+json;q=0.5, application/json', 'json'],
    ['application/ld+json, */*', 'ld'],
    ['application/ld+json;q=0, */*', 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'page'],
    ['text/html, */*', 'json'],
    ['text/html', 'page'],
    ['image/png', 'json'],
    ['TEXT/HTML;Q=1, application/json;q=0.2', 'page'],
    ['application/*;q=0.9, text/html', 'page'],
    ['text/html;q=7, */*', 'json'],
    [',;,=', 'json'],
  ];
  for (const [accept, form] of cases) assert.equal(chooseFormat(accept), form, String(accept));
});

test('the content type of a signed document follows the Accept header', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'application/vc+ld+json'],
    ['*/*', 'application/vc+ld+json'],
    ['text/html', 'application/vc+ld+json'],
    ['application/json', 'application/json'],
    ['application/ld+json, application/json', 'application/json'],
    ['application/ld+json, application/json;q=0.9', 'application/ld+json'],
    ['application/vc+ld+json, application/json', 'application/vc+ld+json'],
    ['application/json;q=0.1, */*', 'application/vc+ld+json'],
  ];
  for (const [accept, type] of cases)
    assert.equal(chooseType(accept, documentTypes), type, String(accept));
  assert.equal(chooseType('application/json', didTypes), 'application/json');
});
