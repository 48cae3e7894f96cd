import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computePublicStatus } from './rules.ts';

test('revoked takes precedence over expired, and a credential is valid through the millisecond of its expiry', () => {
  assert.equal(computePublicStatus({ revoked: true, expires: 5 }, 10), 'revoked');
  assert.equal(computePublicStatus({ revoked: false, expires: 5 }, 6), 'expired');
  assert.equal(computePublicStatus({ revoked: false, expires: 5 }, 5), 'valid');
  assert.equal(computePublicStatus({ revoked: false, expires: undefined }, 5), 'valid');
});
