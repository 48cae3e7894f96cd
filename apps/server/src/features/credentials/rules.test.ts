import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, likeLiteral } from './rules.ts';

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
