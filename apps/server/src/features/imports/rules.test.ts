import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesAddress } from './rules.ts';

test('an address is found among other words, and not inside a longer one', () => {
  const has = (cell: string) => namesAddress(['Ada', cell], 'Ada@Example.org');
  const found = [
    'ada@example.org',
    ' ADA@example.org ',
    'Ada <ada@example.org>',
    "'ada@example.org'",
  ];
  const more = ['by ada@example.org.', 'x,ada@example.org;y', 'xada@example.org ada@example.org'];
  for (const cell of [...found, ...more]) assert.equal(has(cell), true, cell);
  const others = [
    'ada@example.org.uk',
    'nada@example.org',
    'x.ada@example.org',
    "o'ada@example.org",
  ];
  for (const cell of [...others, 'ada@example.organ', 'x+ada@example.org', 'Ada', ''])
    assert.equal(has(cell), false, cell);
});
