import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actKinds, operatorActs } from '@insignia/contract';
import { keptMs, kindOf } from './rules.ts';

test('every kind of thing has acts that are about it', () => {
  const acts = [
    ...['updateAccount', 'updateBrand', 'updateShareText', 'createAward', 'createImport'],
    ...['resendMail', 'revokeKey', 'acceptInvitation', 'rotateWebhookSecret'],
  ];
  assert.deepEqual(acts.map(kindOf), [
    ...['account', 'issuer', 'badge', 'credential', 'import'],
    ...['mail', 'key', 'member', 'webhook'],
  ]);
  assert.deepEqual(new Set(acts.map(kindOf)), new Set(actKinds));
});

test('what operators do to the queue is about none, and so is what nobody knows', () => {
  assert.deepEqual(
    operatorActs.filter((act) => kindOf(act) === undefined),
    ['retryJob', 'dropJob', 'releaseHeld', 'giveUpHeld'],
  );
  for (const act of ['', 'createaward', 'toString', '__proto__'])
    assert.equal(kindOf(act), undefined, act);
});

test('the log is kept for more than a year', () => {
  assert.ok(keptMs > 366 * 86_400_000);
});
