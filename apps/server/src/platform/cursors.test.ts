import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../kernel/id.ts';
import { createCursors } from './cursors.ts';

const cursors = createCursors('a secret that is long enough for this');

test('a page token leads back to its id, in its list and account alone', () => {
  const [id, account, stranger] = [newId(), newId(), newId()];
  const token = cursors.make('awards', account, id);
  assert.equal(cursors.read('awards', account, token), id);
  const tries: [string, string, string][] = [
    ['awards', stranger, token],
    ['issuers', account, token],
    ['awards', account, `${token}A`],
    ['awards', account, token.slice(1)],
    ['awards', account, 'garbage'],
    ['awards', account, ''],
  ];
  for (const [list, who, text] of tries)
    assert.throws(
      () => cursors.read(list, who, text),
      { code: 'invalid_page_token' },
      `${list} ${text}`,
    );
  assert.throws(
    () => createCursors('another secret that is long too').read('awards', account, token),
    { code: 'invalid_page_token' },
  );
});

test('the previous secret still reads what it signed', () => {
  const [id, account] = [newId(), newId()];
  const token = cursors.make('awards', account, id);
  const [next, old] = ['another secret that is long too', 'a secret that is long enough for this'];
  assert.equal(createCursors(next, old).read('awards', account, token), id);
});
