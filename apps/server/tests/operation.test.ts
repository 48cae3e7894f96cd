import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { createAwardBodyFor, createBadge, createIssuer, createOwner } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const owner = await createOwner(instance);
const badgeId = await createBadge(owner, await createIssuer(owner));

test('a full database disk returns 507, and readiness reports it until there is room again', async () => {
  await sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(
    instance.db,
  );
  await sql`create trigger no_room before insert on credentials execute function no_room()`.execute(
    instance.db,
  );
  const ready = async () =>
    assertOk(await createTestClient(instance.direct)('GET', '/readyz')).body;
  assert.deepEqual(await ready(), { status: 'ready' });
  const here = createTestClient(instance.direct, { 'x-api-key': owner.key });
  const refused = await here('POST', '/awards', createAwardBodyFor(badgeId));
  assertRefused(refused, 507, 'storage_full');
  assert.equal(refused.headers.get('retry-after'), '60');
  assert.match((await ready()).warnings?.[0] ?? '', /disk is full/);
  await sql`drop trigger no_room on credentials`.execute(instance.db);
  assertOk(await here('POST', '/awards', createAwardBodyFor(badgeId)));
  instance.clock.set(new Date(instance.clock.now().getTime() + 61_000));
  assert.deepEqual(await ready(), { status: 'ready' });
});
