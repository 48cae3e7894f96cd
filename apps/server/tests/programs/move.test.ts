// insignia upgrade --to: the embedded database to a server and back, complete.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { moveDatabase, removeOldDatabases } from '../../src/commands/index.ts';
import { checksumTable, inSnapshot, readTables } from '../../src/features/backup/index.ts';
import { openClient, openEmbedded } from '../../src/platform/db/index.ts';
import { createDataDirectory } from '../support/data-directory.ts';
import { createDatabase } from '../support/database.ts';
import { withSettings } from '../support/settings.ts';

const commandContext = { signal: new AbortController().signal, warn: () => {} };
const quietly = { dryRun: false, onProgress: () => {} };

const readChecksums = (url: string) =>
  inSnapshot(url, async ({ client }) => {
    const { tables } = await readTables(client);
    const sums: string[] = [];
    for (const table of tables)
      sums.push(`${table.name} ${(await checksumTable(client, table)).text.sha256}`);
    return sums;
  });

test('the embedded database moves to a server and back, and nothing starts at the old place', async () => {
  const { path, remove } = await createDataDirectory();
  const server = await createDatabase(false);
  const here = { DATA_DIR: path, DATABASE_URL: '', SECRET: '' };
  const there = { ...here, DATABASE_URL: server.url, SECRET: 'a secret of the tests, long enough' };
  const move = (settings: Record<string, string>, to: string, more = {}) =>
    withSettings(settings, () => moveDatabase(commandContext, to, { ...quietly, ...more }));

  const first = await openEmbedded(path, () => {});
  const { client, close } = await openClient(first.url);
  await client.query(
    `insert into sign_ups (email, name, password_hash, token_hash, created_at) select 'p' || n || '@example.org', 'P', 'x', decode(md5(n::text), 'hex'), now() from generate_series(1, 50) n`,
  );
  await close();
  const sums = await readChecksums(first.url);
  await assert.rejects(move(here, server.url), /in use by another Insignia process/);
  await first.stop();

  await assert.rejects(move(here, 'embedded'), /is already the embedded one/);
  await assert.rejects(move(here, 'mysql://x'), /--to must be a URL that starts with postgres/);
  const dry = await move(here, server.url, { dryRun: true });
  assert.equal(dry.outcome, 'can be moved');
  const moved = await move(here, server.url);
  assert.equal(moved.outcome, 'moved');
  assert.match(moved.kept ?? '', /^postgres\.old-/);
  assert.deepEqual(await readChecksums(server.url), sums);
  await assert.rejects(
    openEmbedded(path, () => {}),
    /was moved to a server\. Set DATABASE_URL/,
  );
  await assert.rejects(move(there, server.url), /is already on a server/);

  const { client: user, close: leave } = await openClient(server.url);
  await assert.rejects(
    move(there, 'embedded'),
    /1 other connections of this user to the database are open/,
  );
  await user.query('select 1');
  await leave();
  const back = await move(there, 'embedded');
  assert.equal(back.outcome, 'moved');
  const second = await openEmbedded(path, () => {});
  assert.deepEqual(await readChecksums(second.url), sums);
  await second.stop();
  await assert.rejects(move(here, server.url), /the database already contains data/);

  const { removed } = await withSettings(here, () => removeOldDatabases(commandContext));
  assert.deepEqual(removed, [moved.kept]);
  assert.ok(
    !(await readdir(path)).some(
      (name) => /^postgres\.(old|upgrade)-?/.test(name) && !name.endsWith('.log'),
    ),
  );
  await server.drop();
  await remove();
});
