import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexableText } from './sql.ts';

test('the search index is used for three or more letters, with the text as typed', () => {
  const patterns = {
    ada: '%ada%',
    '50%_\\x': '%50\\%\\_\\\\x%',
    李小龙: '%李小龙%',
    'a\nb': '%a\nb%',
  };
  for (const [words, like] of Object.entries(patterns)) assert.equal(indexableText(like), words);
  for (const like of ['%%', '%a%', '%\\%\\%%', '%李娜%', '%🎓🎓%', undefined])
    assert.equal(indexableText(like), undefined);
});
