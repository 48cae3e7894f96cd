import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId, readId } from './id.ts';

test('ids are UUIDv7, rise within a process and never repeat', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual([...ids].sort(), ids);
  assert.equal(new Set(ids).size, ids.length);
});

test('an id is read bare, as a URL and in capitals; everything else is none', () => {
  const id = newId();
  assert.equal(readId(id), id);
  assert.equal(readId(`https://badges.example/certify-badge/award/${id}`), id);
  assert.equal(readId(id.toUpperCase()), id);
  for (const bad of ['', 'x', `${id}0`, id.slice(1), `${id}/`, `${id}?x`, "' or 1=1"])
    assert.equal(readId(bad), undefined);
});
