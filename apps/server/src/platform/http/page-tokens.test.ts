import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../kernel/id.ts';
import { Secrets } from '../secrets/index.ts';
import { createPageTokens } from './page-tokens.ts';

const cursors = createPageTokens(new Secrets(['a secret that is long enough for this']));

test('a page token resolves to its id only for its own list and account', () => {
  const [id, account, stranger] = [newId(), newId(), newId()];
  const token = cursors.make('badges', account, id);
  assert.equal(cursors.read('badges', account, token), id);
  const tries: [string, string, string][] = [
    ['badges', stranger, token],
    ['issuers', account, token],
    ['badges', account, `${token}A`],
    ['badges', account, token.slice(1)],
    ['badges', account, 'garbage'],
    ['badges', account, ''],
  ];
  for (const [list, who, text] of tries)
    assert.throws(
      () => cursors.read(list, who, text),
      { code: 'invalid_page_token' },
      `${list} ${text}`,
    );
  assert.throws(
    () =>
      createPageTokens(new Secrets(['another secret that is long too'])).read(
        'badges',
        account,
        token,
      ),
    { code: 'invalid_page_token' },
  );
});

test('a page token signed with the previous secret is still valid', () => {
  const [id, account] = [newId(), newId()];
  const token = cursors.make('badges', account, id);
  const [next, old] = ['another secret that is long too', 'a secret that is long enough for this'];
  assert.equal(createPageTokens(new Secrets([next, old])).read('badges', account, token), id);
});
