import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseType, didTypes, documentTypes } from './rules.ts';

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
