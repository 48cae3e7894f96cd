import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldOf, lengthOf } from './field.ts';

test('what is endless gets places to break, in every script; words that are there are kept whole', () => {
  for (const word of ['W', 'محمد', 'ก', 'ខ', 'က', 'ກ', 'ಕನ್ನಡ', '👩‍👩‍👧‍👦', '-']) {
    const { text } = fieldOf(word.repeat(120));
    const longest = Math.max(...text.split('\u200b').map(lengthOf));
    assert.ok(longest <= 26, `${word} ${longest}`);
    assert.ok(lengthOf(text.replaceAll('\u200b', '')) >= 120, word);
  }
  const thai = fieldOf('สวัสดีครับผมชื่อสมชายใจดีมาจากเชียงใหม่'.repeat(4)).text.split('\u200b');
  assert.ok(thai.length > 2 && thai[0]?.startsWith('สวัสดีครับ'));
  const double = 'Hohenstaufen-Württemberg-Sigmaringen';
  for (const text of ['张'.repeat(200), 'Donaudampfschifffahrtswege', 'short ก', double])
    assert.equal(fieldOf(text).text, text);
});
