import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getKeyStatus } from './queries.ts';

const key = (minute: number, more: { signs?: boolean; revokedAt?: string } = {}) => ({
  ...{ keyId: `${minute}`, verificationMethods: [], signs: false, revokedAt: null },
  createdAt: new Date(Date.UTC(2026, 2, 1, 9, minute - 5)).toISOString(),
  usedFrom: new Date(Date.UTC(2026, 2, 1, 9, minute)).toISOString(),
  ...more,
});

test('the status of a key depends on the service, not on the browser clock', () => {
  const stolen = '2026-03-01T09:00:00.000Z';
  const keys = [key(30), key(20, { signs: true }), key(10), key(0, { revokedAt: stolen })];
  assert.deepEqual(
    keys.map((one) => getKeyStatus(one, keys)),
    ['waits', 'signs', 'stays', 'revoked'],
  );
  const lost = [key(20), key(10)];
  assert.deepEqual(
    lost.map((one) => getKeyStatus(one, lost)),
    ['stays', 'stays'],
  );
});
