import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInvalidationChannel, encodeTags } from './invalidation.ts';
import { MAX_PAYLOAD_BYTES } from './listen.ts';

function receive(payloads: string[]): (string | undefined)[] {
  const received: (string | undefined)[] = [];
  const { onMessage } = createInvalidationChannel((tag) => received.push(tag));
  for (const payload of payloads) onMessage(payload);
  return received;
}
const createTags = (count: number) =>
  Array.from({ length: count }, () => `credential/${crypto.randomUUID()}`);

test('a batch of 1,000 credentials invalidates these, and not what other accounts have cached', () => {
  const tags = createTags(1_000);
  const payloads = encodeTags(tags);
  assert.ok(payloads.every((payload) => Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES));
  assert.ok(payloads.length < 10);
  assert.deepEqual(receive(payloads), tags);
  assert.deepEqual(encodeTags([]), []);
});

test('more tags than fit into 20 messages invalidate everything', () => {
  assert.deepEqual(receive(encodeTags(createTags(10_000))), [undefined]);
});
