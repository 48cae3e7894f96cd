import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '@insignia/contract';
import { refuseOwner } from './rules.ts';

test('only the role of the owner is protected', () => {
  for (const role of roles)
    assert.equal(
      refuseOwner(role, 'owner_role_fixed'),
      role === 'owner' ? 'owner_role_fixed' : undefined,
    );
});
