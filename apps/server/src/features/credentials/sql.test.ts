import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalAddress, fold } from '@insignia/contract';
import { sql } from 'kysely';
import { useRollback } from '../../../tests/support/rollback.ts';
import { toAddressKey } from '../../kernel/address-key.ts';
import { indexableText, listStoredKeys, selectAddressKey } from './sql.ts';

const rolledBack = useRollback();

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

test('the database compares stored addresses as the program compares addresses of users', async () => {
  const addresses: string[] = [];
  for (let code = 0x21; code < 0x1_f000; code++) {
    const letter = String.fromCodePoint(code);
    if (letter.toLowerCase() === letter.toUpperCase() && !/\p{M}/u.test(letter)) continue;
    for (const typed of [
      `A${letter}b@example.org`,
      `${letter}@example.org`,
      `i${letter}@example.org`,
    ])
      addresses.push(canonicalAddress(typed));
  }
  const keys = [...new Set(addresses.map(toAddressKey))];
  // Users' addresses and recipients' fold alike, and a user's has one stored form.
  assert.deepEqual(
    addresses.filter((each) => fold(toAddressKey(each)) !== fold(each)),
    [],
  );
  assert.deepEqual(listStoredKeys(keys).keys, keys);
  const { rows } = await rolledBack((trx) =>
    sql<{ key: string }>`
    select ${selectAddressKey(sql`a.email`, sql`a.folded`)} as key
    from unnest(${addresses}::text[], ${addresses.map(fold)}::text[]) with ordinality a(email, folded, n)
    order by a.n`.execute(trx),
  );
  assert.deepEqual(
    addresses.filter((each, at) => rows[at]?.key !== toAddressKey(each)),
    [],
  );
});
