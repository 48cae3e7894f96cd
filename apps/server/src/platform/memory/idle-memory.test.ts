import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIdleRule } from './idle-memory.ts';

const busy = { cpuMs: 20_000, sinceRequestMs: 10 };
const polled = { cpuMs: 900, sinceRequestMs: 90_000 };
const requested = { cpuMs: 900, sinceRequestMs: 10_000 };

test('garbage is collected once after the start and after each busy time', () => {
  const isDue = createIdleRule();
  const minutes = [busy, polled, polled, requested, polled, busy, busy, polled, polled];
  const collected = [false, true, false, false, false, false, false, true, false];
  assert.deepEqual(minutes.map(isDue), collected);
});

test('garbage is not collected while clients send requests or jobs run', () => {
  const isDue = createIdleRule();
  const minutes = [busy, requested, requested, { ...polled, cpuMs: 4_000 }, polled];
  assert.deepEqual(minutes.map(isDue), [false, false, false, false, true]);
});
