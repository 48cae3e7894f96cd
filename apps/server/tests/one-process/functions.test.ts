import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate, readFunctions } from '../../src/platform/db/index.ts';
import { createDatabase } from '../support/database.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

const ownMigrations = fileURLToPath(new URL('../../migrations/', import.meta.url));
const ownFunctions = fileURLToPath(new URL('../../sql/functions/', import.meta.url));

async function open(t: TestContext, isMigrated: boolean) {
  const database = await createDatabase(isMigrated);
  const sessions: pg.Client[] = [];
  t.after(async () => {
    for (const session of sessions) await session.end();
    await database.drop();
  });
  const session = async () => {
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => {});
    sessions.push(client);
    await client.connect();
    return client;
  };
  return { url: database.url, session };
}

async function createDirectory(t: TestContext, files: Record<string, string>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'insignia-functions-'));
  t.after(() => rm(directory, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  return directory;
}

const ours = `from pg_proc p where pronamespace in ('public'::regnamespace, 'auth'::regnamespace)
  and not exists (select 1 from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`;

/** Definitions of all functions and triggers. */
async function definitions(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; text: string }>(`
    select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as text ${ours}
    union all select format('%s on %s', tgname, tgrelid::regclass), pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by name`);
  return Object.fromEntries(rows.map(({ name, text }) => [name, text]));
}

test('a migrated database has exactly the functions and triggers of sql/functions', async (t) => {
  const { session } = await open(t, true);
  const client = await session();
  const found = await definitions(client);
  assert.ok(Object.keys(found).length > 15);
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure as name ${ours}`,
  );
  for (const { name } of rows) await client.query(`drop function ${name} cascade`);
  assert.deepEqual(await definitions(client), {});
  for (const { text } of await readFunctions(ownFunctions)) await client.query(text);
  assert.deepEqual(await definitions(client), found);
});

test('migrating an old database gives the same functions and triggers as a new one', async (t) => {
  const fresh = await open(t, true);
  const old = await open(t, false);
  const before = await createDirectory(t, {});
  for (const file of await readdir(ownMigrations))
    if (file < '0029') await copyFile(join(ownMigrations, file), join(before, file));
  await migrate(old.url, { directory: before });
  await migrate(old.url);
  assert.deepEqual(
    await definitions(await old.session()),
    await definitions(await fresh.session()),
  );
});

const table = `create table applied_functions (name text primary key, hash text not null);
  create table things (n int);`;
const one = 'create or replace function one() returns int language sql as $$ select 1 $$;\n';
const two =
  'create or replace function two() returns int language sql as $$ select one() + 1 $$;\n';
const answer = async (client: pg.Client) => (await client.query('select two() as n')).rows[0].n;

test('a changed function is replaced, others are left alone, and dependencies come first', async (t) => {
  const { url, session } = await open(t, false);
  const directory = await createDirectory(t, { '0001_table.sql': table });
  const functions = await createDirectory(t, { 'one.sql': one, 'a_two.sql': two });
  await migrate(url, { directory, functions });
  const client = await session();
  assert.equal(await answer(client), 2);
  const versions = `select xmin::text, name from applied_functions order by name`;
  const before = (await client.query(versions)).rows;
  await writeFile(join(functions, 'one.sql'), one.replace('select 1', 'select 10'));
  await migrate(url, { directory, functions });
  assert.equal(await answer(client), 11);
  const after = (await client.query(versions)).rows;
  assert.deepEqual(after[0], before[0]);
  assert.notDeepEqual(after[1], before[1]);
});

test('when one function is invalid, none is replaced', async (t) => {
  const { url, session } = await open(t, false);
  const directory = await createDirectory(t, { '0001_table.sql': table });
  const functions = await createDirectory(t, { 'one.sql': one, 'a_two.sql': two });
  await migrate(url, { directory, functions });
  await writeFile(join(functions, 'one.sql'), one.replace('select 1', 'select 10'));
  await writeFile(join(functions, 'a_two.sql'), two.replace('+ 1', '+ nothing'));
  await assert.rejects(
    migrate(url, { directory, functions }),
    /^Error: replacing the functions one, a_two failed: column "nothing" does not exist/,
  );
  assert.equal(await answer(await session()), 2);
});

test('a trigger waits for a table in use, and many processes starting at once replace it once', async (t) => {
  const { url, session } = await open(t, false);
  const directory = await createDirectory(t, { '0001_table.sql': table });
  const text = `create or replace function forget() returns trigger language plpgsql as $$ begin return null; end $$;
    create or replace trigger forgotten after delete on things for each row execute function forget();`;
  const functions = await createDirectory(t, { 'forget.sql': text });
  await migrate(url, { directory });
  const holder = await session();
  await holder.query('begin; insert into things values (1)');
  let waits = 0;
  const starts = Array.from({ length: 5 }, () =>
    migrate(url, { directory, functions, lockTimeoutMs: 50, onWait: () => waits++ }),
  );
  await waitForCondition('one has asked in vain, and others wait for it', () => waits > 5);
  const writer = await session();
  await writer.query('insert into things values (2)');
  await holder.query('commit');
  await Promise.all(starts);
  const { rows } = await writer.query('select name from applied_functions');
  assert.deepEqual(rows, [{ name: 'forget' }]);
});
