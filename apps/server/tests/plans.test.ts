import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Operation, type OperationId, operations } from '@insignia/contract';
import { sql } from 'kysely';
import { assertOk, createTestClient } from './support/client.ts';
import { createDatabase, type TestDatabase } from './support/database.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { createWorld, fillPath, sampleQueries, type World } from './support/samples.ts';

let instance: Instance;
let world: World;
let database: TestDatabase;
const pool = 3;
before(async () => {
  database = await createDatabase();
  const url = new URL(database.url);
  url.searchParams.set('pool', String(pool));
  instance = await startInstance({ DATABASE_URL: url.href });
  world = await createWorld(instance);
});
after(async () => {
  await instance?.stop();
  await database.drop();
});

/** Prepared statements of all pool connections. */
async function prepared(connections = pool): Promise<string[]> {
  if (connections === 0) return [];
  return instance.db.useSession(async (db) => {
    const others = await prepared(connections - 1);
    const { rows } = await sql<{
      statement: string;
    }>`select statement from pg_prepared_statements`.execute(db);
    return [...others, ...rows.map(({ statement }) => statement.replaceAll(/\s+/g, ' '))];
  });
}

const large =
  /\b(?:from|join) (?:credentials|mails|deliveries|events|audit_log|imports|import_errors|badges|issuers|badge_days)\b/;
const byOwner = /\b(?:account|webhook|import|badge)_id"?\)? [<>]?= \(?\$/;
/** A batch with a single credential. */
const one = /credential_id\W+=|\bc\.id = \$/;
const many = /\border by\b|\blike\b|\bgroup by\b|\bcount\(/;

test('statements that read many rows of one account are planned for their values, all others once', async () => {
  const { owner, ids } = world;
  const as = createTestClient(instance.url, { cookie: owner.cookie, origin: instance.url });
  const reads = (Object.entries(operations) as [OperationId, Operation][]).filter(
    ([, { method, access }]) => method === 'GET' && access !== 'public' && access.who === 'caller',
  );
  const filters = [{ search: 'a' }, { search: 'sample' }, { search: 'x@', searchField: 'email' }];
  const searches = filters.map((filter) => `/awards?filter=${JSON.stringify(filter)}`);
  const paths = reads.flatMap(([id, { path }]) =>
    ['', ...(sampleQueries[id]?.(ids) ?? [])].map((query) => `${fillPath(path, ids)}?${query}`),
  );
  for (let turn = 0; turn < 3; turn++)
    for (const path of [...paths, ...searches]) assertOk(await as('GET', path));
  const bulk = { parameters: { filter: { search: 'nobody' }, reason: 'x' } };
  for (let turn = 0; turn < 3; turn++)
    assertOk(await owner.api('POST', '/awards/revoke', bulk), 202);
  const statements = await prepared();
  assert.ok(statements.some((text) => text.includes('from members')));
  const wrong = statements.filter(
    (text) => large.test(text) && byOwner.test(text) && many.test(text) && !one.test(text),
  );
  assert.deepEqual(wrong, []);
});
