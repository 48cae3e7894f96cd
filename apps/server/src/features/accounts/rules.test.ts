import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Plan, plans } from '@insignia/contract';
import { formatLimits } from './usage-period.ts';

const all = Object.keys(plans) as Plan[];

test('each plan allows at least as much as the plan below', () => {
  assert.deepEqual(all, ['free', 'starter', 'pro', 'unlimited']);
  for (const [n, plan] of all.entries()) {
    const before = plans[all[n - 1] ?? plan];
    for (const [name, limit] of Object.entries(plans[plan]))
      assert.ok(limit >= before[name as keyof typeof before], `${plan}: ${name}`);
  }
});

test('limits appear as numbers, and as null when unlimited', () => {
  assert.deepEqual(formatLimits('free'), { issuers: 2, seats: 2, credentials: 100 });
  assert.deepEqual(formatLimits('unlimited'), { issuers: null, seats: null, credentials: null });
});
