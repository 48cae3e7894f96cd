import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignerCache, type Signers } from './signers.ts';

test('a key is opened once, until its issuer changes or 200 other keys were used', () => {
  const keys = new SignerCache();
  const opened: string[] = [];
  const use = (id: string, source: string): Signers =>
    keys.get(id, source, () => {
      opened.push(id);
      return { proof: assert.fail, jwt: assert.fail };
    });
  assert.equal(use('1', 'issuer/a'), use('1', 'issuer/a'));
  use('2', 'issuer/b');
  keys.invalidate('issuer/a');
  use('1', 'issuer/a');
  use('2', 'issuer/b');
  assert.deepEqual(opened, ['1', '2', '1']);
  for (let n = 0; n < 199; n++) use(`x${n}`, 'issuer/x');
  use('2', 'issuer/b');
  use('1', 'issuer/a');
  keys.invalidate(undefined);
  use('2', 'issuer/b');
  assert.deepEqual(
    opened.filter((id) => !id.startsWith('x')),
    ['1', '2', '1', '1', '2'],
  );
});
