import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditTargetKinds, directoryActions, operatorActions } from '@insignia/contract';
import { auditRetentionMs, findActionKind } from './rules.ts';

test('every target kind has audit actions', () => {
  const acts = [
    ...['updateAccount', 'updateBrand', 'updateShareText', 'createAward', 'createImport'],
    ...['resendMail', 'revokeKey', 'acceptInvitation', 'rotateWebhookSecret'],
    ...['createSsoConnection', 'addSsoDomain', 'createLtiPlatform'],
  ];
  assert.deepEqual(acts.map(findActionKind), [
    ...['account', 'issuer', 'badge', 'credential', 'import'],
    ...['mail', 'key', 'member', 'webhook', 'connection', 'domain', 'platform'],
  ]);
  assert.deepEqual(new Set(acts.map(findActionKind)), new Set(auditTargetKinds));
});

test('operator actions on the queue and unknown actions have no target kind', () => {
  assert.deepEqual(
    operatorActions.filter((act) => findActionKind(act) === undefined),
    ['retryJob', 'dropJob', 'releaseHeld', 'giveUpHeld'],
  );
  assert.ok(directoryActions.every((act) => findActionKind(act) !== undefined));
  for (const act of ['', 'createaward', 'toString', '__proto__'])
    assert.equal(findActionKind(act), undefined, act);
});

test('the log is kept for more than a year', () => {
  assert.ok(auditRetentionMs > 366 * 86_400_000);
});
