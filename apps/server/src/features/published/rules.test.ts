import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computePublicStatus, isIndexable } from './rules.ts';

test('revoked takes precedence over expired, and a credential is valid through the millisecond of its expiry', () => {
  assert.equal(computePublicStatus({ revoked: true, expires: 5 }, 10), 'revoked');
  assert.equal(computePublicStatus({ revoked: false, expires: 5 }, 6), 'expired');
  assert.equal(computePublicStatus({ revoked: false, expires: 5 }, 5), 'valid');
  assert.equal(computePublicStatus({ revoked: false, expires: undefined }, 5), 'valid');
});

test('search engines list only what the issuer allows, proven and not revoked', () => {
  const listed = { brand: { searchIndexing: true }, isVerified: true };
  assert.equal(isIndexable(listed), true);
  assert.equal(isIndexable({ ...listed, brand: { searchIndexing: false } }), false);
  assert.equal(isIndexable({ ...listed, isVerified: false }), false);
  assert.equal(isIndexable({ ...listed, isRevoked: true }), false);
});
