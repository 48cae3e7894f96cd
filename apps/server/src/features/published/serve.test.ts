import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusLifetimeMs } from './serve.ts';

const at = (second: number) => new Date(1_700_000_000_000 + second * 1_000);
const stays = (expires: Date | null, asOf: number, now?: number, revokedAt: Date | null = null) =>
  statusLifetimeMs({ revokedAt, expires }, at(asOf), now === undefined ? undefined : at(now));

test('the status lifetime ends when the credential expires, also after a slow read', () => {
  assert.deepEqual(
    [stays(null, 0), stays(at(9), 10), stays(at(9), 0, undefined, at(1))],
    [Infinity, Infinity, Infinity],
  );
  assert.deepEqual([stays(at(9), 0), stays(at(9), 0, 4), stays(at(9), 0, 12)], [9_000, 5_000, 0]);
});
