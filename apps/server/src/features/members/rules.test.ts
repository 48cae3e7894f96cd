import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '@insignia/contract';
import { isInvitedAddress, refuseOwner } from './rules.ts';

test('only the role of the owner is protected', () => {
  for (const role of roles)
    assert.equal(
      refuseOwner(role, 'owner_role_fixed'),
      role === 'owner' ? 'owner_role_fixed' : undefined,
    );
});

test('an invitation matches its email address, ignoring case', () => {
  assert.ok(isInvitedAddress('Grace@Example.org', 'grace@example.org'));
  assert.equal(isInvitedAddress('grace@example.org', 'grace@example.org.evil.example'), false);
  assert.equal(isInvitedAddress('grace@example.org', 'alice@example.org'), false);
});
