import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromAlias, toAlias, toCodeAlias, toLinkAlias } from './address-alias.ts';

test('an alias decodes to the address that it represents', () => {
  for (const address of ['ada@example.org', 'ünï@例え.jp']) {
    const other = 'grace@example.org';
    for (const alias of [
      ...[toAlias(address), toCodeAlias(address, address)],
      ...[toCodeAlias(address, other), toLinkAlias(address, other)],
    ]) {
      assert.match(alias, /^[\x20-\x7e]+$/);
      assert.equal(fromAlias(alias), address);
    }
  }
});

test('a typed alias decodes to itself, never to the address of another user', () => {
  for (const alias of [
    toAlias('ünï@例え.jp'),
    ...[toCodeAlias, toLinkAlias].map((create) => create('ada@example.org', 'ünï@例え.jp')),
  ])
    for (const typed of [alias, alias.toUpperCase(), alias.replace('invalid', 'INVALID')])
      assert.equal(fromAlias(toAlias(typed).toLowerCase()), typed);
});
