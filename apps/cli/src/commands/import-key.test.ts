import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importKey } from './import.ts';

test('an import key depends only on the file and the options, not on the order of options', () => {
  const bytes = new TextEncoder().encode('name,email\n');
  const key = importKey(bytes, { badgeId: 'b', send: 'true' });
  assert.match(key, /^[0-9a-f]{64}$/);
  assert.equal(importKey(bytes, { send: 'true', badgeId: 'b' }), key);
  assert.notEqual(importKey(bytes, { badgeId: 'b', send: 'false' }), key);
  assert.notEqual(importKey(bytes.subarray(1), { badgeId: 'b', send: 'true' }), key);
  assert.notEqual(importKey(bytes, { badgeId: 'b\0send=true', send: '' }), key);
});
