import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditTargetKinds, operatorActions } from '@insignia/contract';
import { auditRetentionMs, findActionKind } from './rules.ts';

test('every kind of thing has acts that are about it', () => {
  const acts = [
    ...['updateAccount', 'updateBrand', 'updateShareText', 'createAward', 'createImport'],
    ...['resendMail', 'revokeKey', 'acceptInvitation', 'rotateWebhookSecret'],
  ];
  assert.deepEqual(acts.map(findActionKind), [
    ...['account', 'issuer', 'badge', 'credential', 'import'],
    ...['mail', 'key', 'member', 'webhook'],
  ]);
  assert.deepEqual(new Set(acts.map(findActionKind)), new Set(auditTargetKinds));
});

test('what operators do to the queue is about none, and so is what nobody knows', () => {
  assert.deepEqual(
    operatorActions.filter((act) => findActionKind(act) === undefined),
    ['retryJob', 'dropJob', 'releaseHeld', 'giveUpHeld'],
  );
  for (const act of ['', 'createaward', 'toString', '__proto__'])
    assert.equal(findActionKind(act), undefined, act);
});

test('the log is kept for more than a year', () => {
  assert.ok(auditRetentionMs > 366 * 86_400_000);
});
