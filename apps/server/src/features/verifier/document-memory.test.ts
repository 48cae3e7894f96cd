import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDocumentMemory } from './document-memory.ts';

/** How many documents of 1 each client may keep, one client after the other. */
function fill(clients: string[], maxBytes: number): number[] {
  const memory = createDocumentMemory(maxBytes);
  return clients.map((client) => {
    const documents = memory.open(client);
    let count = 0;
    for (; count < maxBytes; count++)
      try {
        documents.take(1);
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'busy');
        break;
      }
    return count;
  });
}

test('clients that keep all they can leave a share for another one', () => {
  const clients = Array.from({ length: 9 }, (_, at) => `192.0.2.${at}`);
  const counts = fill(clients, 900);
  assert.equal(counts[0], 300);
  assert.ok(counts.every((count) => count > 0));
  assert.ok(counts.reduce((sum, count) => sum + count, 0) < 900);
});

test('all clients of an IPv6 /48 together leave half, and what ended is free again', () => {
  const site = Array.from(
    { length: 300 },
    (_, at) => `20010db80001${String(at).padStart(4, '0')}/64`,
  );
  const sum = fill(site, 900).reduce((total, count) => total + count, 0);
  assert.ok(sum <= 450, String(sum));
  const memory = createDocumentMemory(30);
  for (let round = 0; round < 3; round++) {
    const documents = memory.open('192.0.2.1');
    documents.take(10);
    assert.throws(() => documents.take(1), { code: 'busy' });
    documents.give(4);
    documents.take(4);
    documents.giveAll();
  }
});

test('after a verification ended, what is still running takes no memory and gives none twice', () => {
  const memory = createDocumentMemory(30);
  const late = memory.open('192.0.2.1');
  late.take(10);
  late.giveAll();
  late.give(10);
  late.giveAll();
  assert.throws(() => late.take(1), { code: 'busy' });
  const next = memory.open('192.0.2.1');
  next.take(10);
  assert.throws(() => next.take(1), { code: 'busy' });
});
