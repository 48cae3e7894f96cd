import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeTransferState, findMoveRefusal, toOfferAddress } from './rules.ts';

const free = { isVerified: true, hasImports: false, hasBulkJobs: false, hasCourses: false };

test('an issuer moves unless it is unverified, in a course, or in use by unfinished work', () => {
  assert.equal(findMoveRefusal(free), undefined);
  assert.equal(findMoveRefusal({ ...free, isVerified: false }), 'transfer_issuer_unverified');
  assert.equal(findMoveRefusal({ ...free, hasCourses: true }), 'transfer_in_course');
  assert.equal(findMoveRefusal({ ...free, hasImports: true }), 'transfer_work_running');
  assert.equal(findMoveRefusal({ ...free, hasBulkJobs: true }), 'transfer_work_running');
});

test('an offer expires at its end, an accepted one never', () => {
  const end = 1_000;
  assert.equal(computeTransferState('offered', end, end - 1), 'offered');
  assert.equal(computeTransferState('offered', end, end), 'expired');
  assert.equal(computeTransferState('accepted', end, end), 'accepted');
});

test('offers find their address in any spelling', () => {
  assert.equal(toOfferAddress('Grace@Example.ORG'), toOfferAddress('grace@example.org'));
});
