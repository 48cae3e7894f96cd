// The operator's commands with the embedded database: next to a service, without one, and
// concurrently.
import assert from 'node:assert/strict';
import { chown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { findPostmaster } from '../../src/platform/db/embedded/postmaster.ts';
import { createDatabase } from '../support/database.ts';
import { assertSucceeded, runInsignia } from '../support/insignia.ts';
import { findFreePort } from '../support/port.ts';
import { createTemporaryDirectory, startProcess } from '../support/process.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

test('commands start the embedded database when none runs, and otherwise share that of the service', async () => {
  const { path, remove } = await createTemporaryDirectory();
  const port = String(await findFreePort());
  const env = { DATA_DIR: path, PORT: port, BASE_URL: `http://127.0.0.1:${port}` };
  const insignia = (...args: string[]) => runInsignia(path, args, { env });
  const isLeft = async () => (await findPostmaster(join(path, 'postgres'))) !== undefined;

  const tooSoon = await insignia('accounts', 'list');
  assert.equal(tooSoon.code, 8, tooSoon.err);
  assert.match(tooSoon.err, /no database in .+ yet\. Create it with insignia migrate/);
  if (process.getuid?.() === 0) {
    await chown(path, 54_321, 54_321);
    const asRoot = await insignia('migrate');
    assert.equal(asRoot.code, 3, asRoot.err);
    assert.match(asRoot.err, /belongs to another account\. Run the command as/);
    await chown(path, 0, 0);
    assert.ok(!(await readdir(path)).includes('postgres'), 'nothing was made in it');
  }
  const migrated = await insignia('migrate');
  assert.match(assertSucceeded(migrated), /^\d+ migrations applied, \d+ functions replaced\n$/);
  assert.match(migrated.err, /^1\/\d+ 0001_/m);
  assert.equal(await isLeft(), false);

  const create = (who: string) =>
    insignia('accounts', 'create', '--owner', `${who}@example.org`, '--print-link', '--json');
  for (const both of await Promise.all([create('ada'), create('grace')])) assertSucceeded(both);
  assert.equal(await isLeft(), false);

  // As a service with its own user account.
  if (process.getuid?.() === 0) {
    const cluster = join(path, 'postgres');
    await chown(cluster, 54_321, 54_321);
    const asRoot = await insignia('accounts', 'list');
    assert.equal(asRoot.code, 3, asRoot.err);
    assert.match(asRoot.err, /belongs to another account\. Run the command as/);
    assert.equal((await stat(cluster)).uid, 54_321, 'nothing is taken away from it');
    await chown(cluster, 0, 0);
  }

  const service = await startProcess(env);
  const beside = await Promise.all([
    insignia('accounts', 'list'),
    insignia('people', 'reset', 'ada@example.org'),
  ]);
  for (const owner of [/ada@example\.org/, /grace@example\.org/])
    assert.match(assertSucceeded(beside[0]), owner);
  assertSucceeded(beside[1]);
  const elsewhere = await createTemporaryDirectory();
  const unseen = await runInsignia(path, ['accounts', 'list'], {
    env: { ...env, TMPDIR: elsewhere.path },
  });
  await elsewhere.remove();
  assert.equal(unseen.code, 5, unseen.err);
  assert.match(unseen.err, /its socket in .+ isn't visible here\. .+TMPDIR/);
  await waitForCondition('the worker of the service has written the mail', async () =>
    (await readdir(join(path, 'mail')).catch(() => [])).some((name) => name.endsWith('.eml')),
  );
  const secretFile = join(path, 'secret');
  const secret = await readFile(secretFile, 'utf8');
  const rotated = JSON.parse(
    assertSucceeded(await insignia('secret', 'rotate', '--yes', '--json')),
  );
  assert.deepEqual([rotated.outcome, rotated.kept, rotated.lost], ['changed', 'file', 0]);
  const fresh = await readFile(secretFile, 'utf8');
  assert.ok(fresh !== secret && fresh.length === secret.length);
  assert.ok(!(await readdir(path)).some((name) => name.startsWith('secret.')));
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
  service.child.kill('SIGTERM');
  assert.equal(await service.ended, 0);
  assert.equal(await isLeft(), false);
  await remove();
});

test('an unusable database is reported in one line, with the exit code that the manual names', async () => {
  const { path, remove } = await createTemporaryDirectory();
  const database = await createDatabase();
  const SECRET = 'a secret of the tests, long enough';
  const at = (DATABASE_URL: string, more = {}, args = ['accounts', 'list']) =>
    runInsignia(path, args, { env: { DATABASE_URL, SECRET, ...more } });
  const expected = async (result: ReturnType<typeof at>, code: number, words: RegExp) => {
    const { code: found, err } = await result;
    assert.match(err, words);
    assert.doesNotMatch(err, /\n {4}at /, 'no stack');
    assert.equal(found, code, err);
  };
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { pathname } = new URL(database.url);
  await Promise.all([
    expected(
      at(`postgres://127.0.0.1:${await findFreePort()}/x`),
      5,
      /the database doesn't respond/,
    ),
    expected(at(database.url, { PORT: 'x' }), 8, /^insignia: PORT must be a whole number/),
    expected(
      at(database.url.replace(pathname, '/nowhere')),
      8,
      /the database in DATABASE_URL doesn't exist/,
    ),
  ]);
  const { rows } = await client.query(
    `delete from kysely_migration where name = (select max(name) from kysely_migration) returning name`,
  );
  await expected(at(database.url), 8, /lacks the migration .+\. Run insignia migrate/);
  await client.query(
    `insert into kysely_migration values ($1, '', null), ('9999_to_come', '', '9998_unknown')`,
    [rows[0].name],
  );
  await expected(at(database.url), 8, /belongs to a newer version of Insignia.+\(9999_to_come\)/);
  await client.query(`delete from kysely_migration where name = '9999_to_come'`);
  await client.query(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`);
  const empty = await createDatabase(false);
  const role = `limited_${pathname.slice(1)}`;
  await client.query('set default_transaction_read_only = off');
  await client.query(`create role ${role}`);
  const asRole = new URL(empty.url);
  asRole.searchParams.set('options', `-c role=${role}`);
  await Promise.all([
    expected(at(database.url), 5, /the database is read-only/),
    expected(at(database.url, {}, ['migrate']), 5, /the database is read-only/),
    expected(at(asRole.href, {}, ['migrate']), 8, /lacks permission|lacks the extension/),
  ]);
  await empty.drop();
  await client.query(`drop role ${role}`);
  await client.end();
  await database.drop();
  await remove();
});
