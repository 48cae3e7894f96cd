import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyBounceStatus, isDeadMailbox } from './rules.ts';

test('a mailbox is dead after a permanent address error, not after an error of one email', () => {
  for (const status of ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'])
    assert.equal(classifyBounceStatus(status), 'hard', status);
  for (const status of ['5.0.0', '5.2.2', '5.7.1', '5.1.11'])
    assert.equal(classifyBounceStatus(status), 'refused', status);
  for (const status of ['2.0.0', '4.2.2', '5.1', '', 'x5.1.1', '5.1.1.1'])
    assert.equal(classifyBounceStatus(status), undefined, status);
});

test('an SMTP reply names a dead mailbox only with both of its codes', () => {
  for (const reply of ['550 5.1.1 no such user', 'rejected: 550-5.1.1 gone', '554 5.2.1 disabled'])
    assert.ok(isDeadMailbox(reply), reply);
  for (const reply of ['550 no such user', '450 4.2.1 later', '550 5.7.1 spam', '5.1.1', ''])
    assert.equal(isDeadMailbox(reply), false, reply);
});
