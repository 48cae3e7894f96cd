import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { findAccessError } from './authenticate.ts';

const person: Caller = {
  ...{ accountId: 'a', memberId: 'm', personId: 'p', role: 'editor', scope: 'write' },
  ...{ plan: 'pro', accountCreatedAt: new Date(0), accountEmail: 'ada@example.org' },
  keyId: undefined,
};
const by = (more: Partial<Caller>): Caller => ({ ...person, ...more });
const writing = { who: 'caller', scope: 'write', role: 'editor' } as const;

test('a role includes those below it, and none above', () => {
  for (const [at, role] of roles.entries())
    assert.deepEqual(
      roles.filter((minimum) => !findAccessError({ ...writing, role: minimum }, by({ role }))),
      roles.slice(0, at + 1),
    );
});

test('an unknown role is allowed nothing', () => {
  for (const role of roles)
    assert.equal(
      findAccessError({ ...writing, role }, by({ role: 'auditor' as Caller['role'] })),
      'role_too_small',
    );
});

test('an operation is allowed only if scope and role both suffice', () => {
  assert.equal(findAccessError(writing, person), undefined);
  assert.equal(findAccessError(writing, by({ scope: 'read', role: 'owner' })), 'scope_too_small');
  assert.equal(findAccessError(writing, by({ role: 'viewer' })), 'role_too_small');
  assert.equal(findAccessError({ ...writing, scope: 'read' }, by({ scope: 'read' })), undefined);
});

test('no API key can do personal actions, whatever its scope', () => {
  const key = by({ keyId: 'k', role: 'owner' });
  assert.equal(findAccessError(writing, key), undefined);
  assert.equal(findAccessError({ ...writing, personOnly: true }, key), 'person_required');
  assert.equal(findAccessError({ who: 'person' }, key), 'person_required');
  assert.equal(
    findAccessError({ who: 'person' }, by({ role: 'viewer', scope: 'read' })),
    undefined,
  );
});
