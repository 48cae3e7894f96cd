import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyDetailsChange, decideDelete } from './rules.ts';

test('a badge with valid credentials cannot be deleted, and one with only revoked ones is hidden', () => {
  assert.deepEqual(decideDelete({ valid: 1, revoked: 0 }), { refuse: 'badge_has_credentials' });
  assert.deepEqual(decideDelete({ valid: 1, revoked: 2 }), { refuse: 'badge_has_credentials' });
  assert.deepEqual(decideDelete({ valid: 0, revoked: 1 }), { hide: true });
  assert.deepEqual(decideDelete({ valid: 0, revoked: 0 }), { hide: false });
});

test('changing details keeps fields that are not sent and removes fields that are sent empty', () => {
  const before = { tags: ['sea'], language: 'de' };
  assert.deepEqual(applyDetailsChange(before, {}), before);
  assert.deepEqual(applyDetailsChange(before, { tags: ['land'] }), {
    tags: ['land'],
    language: 'de',
  });
  assert.deepEqual(applyDetailsChange(before, { tags: [] }), { language: 'de' });
  assert.equal(applyDetailsChange(before, { tags: [], language: null }), null);
  assert.equal(applyDetailsChange(null, {}), null);
  assert.deepEqual(applyDetailsChange(null, { validFor: 'P1Y' }), { validFor: 'P1Y' });
});
