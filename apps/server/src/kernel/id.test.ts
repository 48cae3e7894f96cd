import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idAfter, idBefore, newId, newRoutedId, readId, readPartition } from './id.ts';

test('ids are UUIDv7, ascend within a process and never repeat', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual([...ids].sort(), ids);
  assert.equal(new Set(ids).size, ids.length);
});

test('a routed id is an ascending UUIDv7 in the partition of its account, with random remaining bits', () => {
  const accounts = Array.from({ length: 500 }, newId);
  const ids = accounts.flatMap((account) => [account, newRoutedId(account), newRoutedId(account)]);
  for (const [at, id] of ids.entries()) {
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(readPartition(id), readPartition(accounts[Math.floor(at / 3)] ?? ''));
  }
  const own = ids.filter((_, at) => at % 3 > 0);
  assert.deepEqual([...own].sort(), own);
  // 48 random bits at the end, 2 after the variant.
  assert.equal(new Set(ids.map((id) => id.slice(24))).size, ids.length);
  assert.equal(new Set(ids.map((id) => id[19])).size, 4);
  assert.equal(readPartition('01890a5d-ac96-7000-9abc-000000000000'), 0xabc);
});

test('an id is read bare, from a URL and in capitals, and anything else is rejected', () => {
  const id = newId();
  assert.equal(readId(id), id);
  assert.equal(readId(`https://badges.example/certify-badge/award/${id}`), id);
  assert.equal(readId(id.toUpperCase()), id);
  for (const bad of ['', 'x', `${id}0`, id.slice(1), `${id}/`, `${id}?x`, "' or 1=1"])
    assert.equal(readId(bad), undefined);
});

test('no id lies between an id and its neighbors', () => {
  assert.equal(
    idAfter('01890a5d-ac96-7000-8abc-0000000000ff'),
    '01890a5d-ac96-7000-8abc-000000000100',
  );
  assert.equal(
    idBefore('01890a5d-ac96-7000-8000-000000000000'),
    '01890a5d-ac96-7000-7fff-ffffffffffff',
  );
  const id = newId();
  assert.equal(idBefore(idAfter(id)), id);
});
