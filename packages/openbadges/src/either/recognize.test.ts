import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSigned, readValue } from './verify.ts';

const signed = { type: ['VerifiableCredential'] };

test('a byte order mark before a document does not change its recognition', () => {
  assert.ok(isSigned(readValue(`\ufeff${JSON.stringify(signed)}\n`)));
});

test('a JWT is recognized by its payload', () => {
  const payload = Buffer.from(JSON.stringify(signed)).toString('base64url');
  assert.deepEqual(readValue(` e30e30.${payload}.c2ln\n`), signed);
  assert.equal(readValue('e30e30.e30e3.c2ln'), undefined);
});
