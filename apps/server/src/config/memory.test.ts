import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryLimits } from './memory.ts';

const megabytes = (count: number) => count * 1024 * 1024;

test('the heap limit is a quarter of the memory, from 256 MB to 1 GB', () => {
  const old = (memory: number) => memoryLimits(megabytes(memory), '')?.options[0];
  assert.equal(old(512), '--max-old-space-size=256');
  assert.equal(old(2_000), '--max-old-space-size=500');
  assert.equal(old(24_000), '--max-old-space-size=1024');
});

test('limits that the operator set stay unchanged', () => {
  assert.equal(memoryLimits(megabytes(2_000), '--max-old-space-size=4096'), undefined);
  assert.equal(memoryLimits(megabytes(2_000), '--max_semi_space_size=64'), undefined);
  assert.equal(memoryLimits(megabytes(2_000), '--max-old-space-size-percentage=50'), undefined);
  assert.ok(memoryLimits(megabytes(2_000), '--enable-source-maps'));
});
