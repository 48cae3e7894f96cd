import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fold } from '@insignia/contract';
import fc from 'fast-check';
import pg from 'pg';
import { firstIdAt } from '../../src/kernel/id.ts';
import { migrate, readMigrations } from '../../src/platform/db/index.ts';
import { assertRefused, createTestClient } from '../support/client.ts';
import { createDatabase } from '../support/database.ts';
import { createTemporaryDirectory, launch, startProcess } from '../support/process.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

type Place = { url: string; directory: string; session: () => Promise<pg.Client> };

/** A database with a small table, and test migrations. */
async function prepare(t: TestContext, files: Record<string, string>): Promise<Place> {
  const database = await createDatabase(false);
  const directory = await mkdtemp(join(tmpdir(), 'insignia-migrations-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  const sessions: pg.Client[] = [];
  t.after(async () => {
    for (const session of sessions) await session.end();
    await database.drop();
    await rm(directory, { recursive: true });
  });
  const session = async () => {
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => {});
    sessions.push(client);
    await client.connect();
    return client;
  };
  const admin = await session();
  await admin.query('create table things as select n from generate_series(1, 100) n');
  return { url: database.url, directory, session };
}

const building = `select pid from pg_stat_activity
  where query like 'create %index concurrently%' and datname = current_database() and pid <> pg_backend_pid()`;
const indexes = `select relname, indisvalid from pg_index join pg_class on oid = indexrelid
  where indrelid = 'things'::regclass`;
const names = 'select name from kysely_migration order by name';

test('a migration may take longer than the statement timeout of the database', async (t) => {
  const { url, directory, session } = await prepare(t, {
    '0001_slow.sql': 'select pg_sleep(0.3); create table slow ()',
    '0002_build.sql':
      '-- outside a transaction\ncreate index concurrently things_slow on things (slowly(n)) where n < 30;\n',
  });
  const admin = await session();
  await admin.query(`do $$ begin
    execute format('alter database %I set statement_timeout = ''100ms''', current_database()); end $$`);
  await admin.query(`create function slowly(n int) returns int language plpgsql immutable as
    'begin perform pg_sleep(0.01); return n; end'`);
  await migrate(url, { directory });
  assert.deepEqual((await admin.query(indexes)).rows, [
    { relname: 'things_slow', indisvalid: true },
  ]);
});

test('a migration retries a busy table, and no query waits behind its lock request', async (t) => {
  const { url, directory, session } = await prepare(t, {
    '0001_first.sql': 'create table first ()',
    '0002_busy.sql': 'create table half (); alter table things add column more text',
  });
  const holder = await session();
  await holder.query('begin; lock table things in access share mode');
  let waits = 0;
  const done = migrate(url, { directory, lockTimeoutMs: 50, onWait: () => waits++ });
  await waitForCondition('it has asked in vain twice', () => waits > 1);
  const reader = await session();
  assert.equal((await reader.query('select count(*)::int as n from things')).rows[0].n, 100);
  assert.deepEqual((await reader.query(names)).rows, [{ name: '0001_first' }]);
  await holder.query('commit');
  await done;
  await reader.query('select more from things');
  assert.deepEqual(
    (await reader.query(names)).rows.map(({ name }) => name),
    ['0001_first', '0002_busy'],
  );
  await migrate(url, { directory });
});

test('a lock that is never released ends the start with the name of the migration', async (t) => {
  const { url, directory, session } = await prepare(t, {
    '0001_busy.sql': 'alter table things add column more text',
  });
  const holder = await session();
  await holder.query('begin; lock table things in access share mode');
  const work = migrate(url, { directory, lockTimeoutMs: 20, patienceMs: 0 });
  await assert.rejects(work, /^Error: migration 0001_busy failed: canceling statement due to lock/);
});

test('an index build that was interrupted by a crash is repeated', async (t) => {
  const { url, directory, session } = await prepare(t, {
    '0001_index.sql': `-- outside a transaction
-- What people look for.
create index concurrently things_before on things (n);
create unique index concurrently things_n on things (n)
  where n > 10;
drop index concurrently if exists things_before;
analyze things;
`,
  });
  const writer = await session();
  const admin = await session();
  for (const index of ['things_before', 'things_n']) {
    // An index build waits for transactions that wrote to the table.
    await writer.query('begin; insert into things values (1000)');
    const died = assert.rejects(migrate(url, { directory }));
    await waitForCondition(`${index} is being built`, async () => {
      const { rows } = await admin.query(indexes);
      return rows.some(({ relname, indisvalid }) => relname === index && !indisvalid);
    });
    const { rows } = await admin.query(building);
    await admin.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await died;
    await writer.query('rollback');
    if (index === 'things_n') continue;
    // As if only the first statement had run.
    await admin.query('drop index things_before');
    await admin.query('create index things_before on things (n)');
  }
  await migrate(url, { directory });
  assert.deepEqual((await admin.query(indexes)).rows, [{ relname: 'things_n', indisvalid: true }]);
  assert.deepEqual((await admin.query(names)).rows, [{ name: '0001_index' }]);
});

test('a process waiting for its turn does not stop another from building an index', async (t) => {
  const { url, directory, session } = await prepare(t, {
    '0001_index.sql':
      '-- outside a transaction\ncreate index concurrently things_n on things (n);\n',
  });
  const writer = await session();
  await writer.query('begin; insert into things values (1000)');
  const first = migrate(url, { directory });
  const admin = await session();
  await waitForCondition(
    'the index is being built',
    async () => (await admin.query(building)).rowCount === 1,
  );
  const messages: string[] = [];
  const second = migrate(url, { directory, onWait: (message) => messages.push(message) });
  await waitForCondition('the second one waits', () => messages.length > 0);
  await writer.query('commit');
  await Promise.all([first, second]);
  assert.deepEqual(messages, ['another process is migrating the database: waiting for it']);
  assert.deepEqual((await admin.query(indexes)).rows, [{ relname: 'things_n', indisvalid: true }]);
});

test('an index becomes the primary key while others write, and repeating the migration changes nothing', async (t) => {
  const { url, directory, session } = await prepare(t, {
    '0001_key.sql': `-- outside a transaction
create unique index concurrently things_key on things (n);
alter table things drop constraint if exists things_old, add constraint things_key primary key using index things_key;
`,
  });
  const admin = await session();
  await admin.query('alter table things add constraint things_old primary key (n)');
  const holder = await session();
  let waits = 0;
  const onWait = async () => {
    waits++;
    await holder.query('commit');
  };
  // As if the index existed when the program died.
  await admin.query('create unique index things_key on things (n)');
  await holder.query('begin; lock table things in access share mode');
  await migrate(url, { directory, lockTimeoutMs: 50, onWait });
  const keys = `select conname from pg_constraint where conrelid = 'things'::regclass and contype = 'p'`;
  assert.deepEqual((await admin.query(keys)).rows, [{ conname: 'things_key' }]);
  assert.ok(waits > 0);
  // As if it died before recording the migration.
  await admin.query('delete from kysely_migration');
  await migrate(url, { directory });
  assert.deepEqual((await admin.query(keys)).rows, [{ conname: 'things_key' }]);
});

test('a migration outside a transaction runs only repeatable statements', async (t) => {
  const { url, directory, session } = await prepare(t, {
    '0001_wrong.sql': '-- outside a transaction\nupdate things set n = n + 1;\n',
  });
  await assert.rejects(
    migrate(url, { directory }),
    /^Error: migration 0001_wrong failed: .*“update things set n = n \+ 1”/,
  );
  assert.equal((await (await session()).query('select min(n) from things')).rows[0].min, 1);
});

/** Migrations before the given number. */
async function migrateBefore(url: string, number: string): Promise<void> {
  const own = fileURLToPath(new URL('../../migrations/', import.meta.url));
  const directory = await mkdtemp(join(tmpdir(), 'insignia-migrations-'));
  for (const file of await readdir(own))
    if (file < number) await copyFile(join(own, file), join(directory, file));
  await migrate(url, { directory });
  await rm(directory, { recursive: true });
}

test('migrating recomputes search values and row numbers stored by older versions', async (t) => {
  const database = await createDatabase(false);
  const admin = new pg.Client({ connectionString: database.url });
  t.after(async () => {
    await admin.end();
    await database.drop();
  });
  await migrateBefore(database.url, '0027');
  await admin.connect();
  // Without references to badges and imports.
  await admin.query('alter table credentials drop constraint credentials_badge_id_account_id_fkey');
  await admin.query('alter table import_errors drop constraint import_errors_import_id_fkey');
  const foldedBefore = (text: string) =>
    text.normalize('NFKC').toLocaleLowerCase('und').normalize('NFC');
  const every = Array.from({ length: 0x2fff }, (_, code) => String.fromCodePoint(code + 1));
  const changed = every.filter((letter) => fold(letter) !== fold(foldedBefore(letter)));
  assert.deepEqual(changed, []);
  const special = every.filter((letter) => fold(letter) !== foldedBefore(letter));
  assert.ok(special.length > 50);
  const unit = fc.constantFrom(...special, ...'aİIΣσ \u0300\u0307\u0308\u0323\u0345大Å%_');
  const texts = [
    ...[
      'ΠΑΠΑΣ',
      'İSTANBUL',
      'Straße',
      'ada@example.org',
      'Ada Lovelace',
      '100%',
      '\u1ffa\u0323\u0345',
    ],
    ...special,
    ...fc.sample(fc.string({ unit, minLength: 1, maxLength: 8 }), 3_000),
  ];
  await admin.query(
    `insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, expires, created_at)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), name, email, name_search, email_search, now(), '10000-01-01', now()
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as r(name, email, name_search, email_search)`,
    [texts, texts.toReversed(), texts.map(foldedBefore), texts.toReversed().map(foldedBefore)],
  );
  await admin.query(`insert into import_errors
    select gen_random_uuid(), row, gen_random_uuid(), '[]', '{}', 'straße' from generate_series(1, 3) row`);
  await admin.query(`insert into import_errors
    select (select min(import_id::text)::uuid from import_errors), row, gen_random_uuid(), '[]', '{}', 'x' from generate_series(10, 12) row`);
  await admin.query(`insert into bulk_jobs (id, account_id, action, status, filter, reason, person_id, before_id, total, created_at)
    select gen_random_uuid(), gen_random_uuid(), 'revoke', 'queued', f, '', gen_random_uuid(), gen_random_uuid(), 1, now()
    from unnest(array['{"like": "%straße%", "field": "name"}', '{"field": "name"}', null]::jsonb[]) f`);
  // 0170 changes the reference, which these rows break.
  await migrateBefore(database.url, '0170');
  await admin.query(`alter table credentials add constraint credentials_badge_id_account_id_fkey
    foreign key (badge_id, account_id) references badges (id, account_id) not valid`);
  await migrate(database.url);
  const { rows } = await admin.query('select * from credentials');
  assert.equal(rows.length, texts.length);
  for (const row of rows) {
    assert.equal(row.name_search, fold(row.recipient_name), JSON.stringify(row.recipient_name));
    assert.equal(row.email_search, fold(row.recipient_email), JSON.stringify(row.recipient_email));
    assert.equal(row.expires.toISOString(), '9999-12-31T23:59:59.999Z');
  }
  const errors = await admin.query(
    'select array_agg(row order by row) as rows, min(email_search) as email from import_errors',
  );
  assert.deepEqual(errors.rows, [{ rows: [2, 3, 4, 11, 12, 13], email: 'strasse' }]);
  const jobs = await admin.query(`select filter->>'like' as like from bulk_jobs order by 1`);
  assert.deepEqual(jobs.rows, [{ like: '%strasse%' }, { like: null }, { like: null }]);
});

test('an older program keeps running beside a newer schema until a migration removes what it uses', async () => {
  const { path, remove } = await createTemporaryDirectory();
  const database = await createDatabase();
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  await admin.query("insert into kysely_migration values ('9001_future', 'now')");
  await admin.query("update applied_functions set hash = 'theirs'");
  const settings = {
    ...{ DATA_DIR: path, DATABASE_URL: database.url },
    SECRET: 'a secret of the tests, long enough',
  };
  const old = await startProcess({ ...settings, DRAIN_SECONDS: '60' });
  assert.match(
    old.output(),
    /a newer version of Insignia has migrated the database \(9001_future\)/,
  );
  const readiness = () => createTestClient(old.url)('GET', '/readyz');
  const well = await readiness();
  assert.equal(well.status, 200);
  assert.match(well.text, /9001_future.+upgrade soon/);
  const { rows } = await admin.query('select distinct hash from applied_functions');
  assert.deepEqual(rows, [{ hash: 'theirs' }], 'functions are the newer version’s');

  await admin.query("insert into kysely_migration values ('9002_contract', 'now', '9001_future')");
  await waitForCondition(
    'it says that it cannot go on',
    async () => (await readiness()).status === 503,
  );
  assertRefused(await readiness(), 503, 'version_too_old');
  const again = await launch(settings);
  assert.equal(await again.ended, 1);
  const lines = again.output().trim().split('\n');
  assert.match(lines.at(-1) ?? '', /^Insignia can't start: .*newer version.*9002_contract/);
  assert.equal(lines.filter((line) => !line.startsWith('{')).length, 1);
  old.child.kill('SIGTERM');
  await waitForCondition(
    'it drains',
    async () => (await readiness()).body.code !== 'version_too_old',
  );
  assertRefused(await readiness(), 503, 'shutting_down');
  old.child.kill('SIGTERM');
  assert.equal(await old.ended, 0);
  await admin.end();
  await database.drop();
  await remove();
});

test('migrating drops unused extensions and keeps those that other objects use', async (t) => {
  const database = await createDatabase(false);
  const admin = new pg.Client({ connectionString: database.url });
  t.after(async () => {
    await admin.end();
    await database.drop();
  });
  await migrateBefore(database.url, '0031');
  await admin.connect();
  await admin.query('create table theirs (word text)');
  await admin.query('create index on theirs using gin (word gin_trgm_ops)');
  await migrate(database.url);
  const { rows } = await admin.query("select extname from pg_extension where extname <> 'plpgsql'");
  assert.deepEqual(rows, [{ extname: 'pg_trgm' }]);
});

test('existing logs become the first partition unchanged', async (t) => {
  const { url, session } = await prepare(t, {});
  const all = (await readMigrations()).map(({ name }) => name);
  await migrate(url, { only: new Set(all.filter((name) => name < '0059')) });
  const db = await session();
  const account = firstIdAt(new Date());
  await db.query(
    `insert into webhooks (id, account_id, url, events, secret, created_at) values ($1, $1, 'https://x.example', '{*}', '', now())`,
    [account],
  );
  const fill = async (days: number): Promise<void> => {
    for (const statement of [
      `insert into deliveries (id, webhook_id, account_id, type, created_at) select uuid7_at(now() - i * interval '1 day'), $1, $1, 'ping', now() from generate_series(1, ${days}) i`,
      `insert into audit_log (id, account_id, action, fields, created_at) select uuid7_at(now() - i * interval '1 day'), $1, 'x', '{}', now() from generate_series(1, ${days}) i`,
      `insert into mails (id, account_id, kind, recipient, subject, created_at) select uuid7_at(now() - i * interval '1 day'), $1, 'share', 'a', 'x', now() from generate_series(1, ${days}) i`,
      `insert into delivery_attempts select id, 1, now(), 1, 500, 'x', null from deliveries where $1::uuid is not null on conflict do nothing`,
    ])
      await db.query(statement, [account]);
  };
  await fill(100);
  // From before failures required a reason.
  await db.query('alter table deliveries drop constraint deliveries_failed_has_error');
  await db.query(`update deliveries set state = 'failed'`);
  await db.query(`alter table deliveries add constraint deliveries_failed_has_error
    check (state <> 'failed' or last_error is not null) not valid`);
  const relationsQuery = `select relname, relfilenode from pg_class where relname in
    ('audit_log', 'audit_log_before', 'deliveries', 'deliveries_before', 'mails', 'mails_before') and relkind = 'r' order by 1`;
  const before = (await db.query(relationsQuery)).rows.map((row) => [
    `${row.relname}_before`,
    row.relfilenode,
  ]);
  // Open sessions of other processes keep working: they refer to tables by name.
  const old = await session();
  const insert = {
    name: 'insert',
    text: `insert into mails (id, account_id, kind, recipient, subject, created_at) values ($1, $1, 'share', 'a', 'x', now())`,
  };
  await old.query({ ...insert, values: [firstIdAt(new Date(1))] });
  await migrate(url);
  await old.query({ ...insert, values: [firstIdAt(new Date(2))] });
  await fill(1);
  assert.deepEqual(
    (await db.query(relationsQuery)).rows.map((row) => [row.relname, row.relfilenode]),
    before,
    'no row was moved',
  );
  const counts =
    await db.query(`select (select count(*)::int from audit_log) as acts, (select count(*)::int from mails) as mails,
    (select count(*)::int from deliveries) as deliveries, (select count(*)::int from delivery_attempts) as attempts`);
  assert.deepEqual(counts.rows, [{ acts: 101, mails: 103, deliveries: 101, attempts: 201 }]);
  await db.query('delete from webhooks');
  const left = await db.query(
    'select (select count(*)::int from deliveries) as deliveries, (select count(*)::int from delivery_attempts) as attempts',
  );
  assert.deepEqual(left.rows, [{ deliveries: 0, attempts: 0 }]);
  await assert.rejects(db.query(`insert into mails select * from mails_before limit 1`), {
    code: '23505',
  });
  // Rows from a clock far ahead have a partition too.
  await db.query(
    `insert into mails select $1, account_id, credential_id, kind, recipient, subject, letter, state, attempts, last_error, created_at, done_at from mails limit 1`,
    [firstIdAt(new Date('2100-01-01'))],
  );
  assert.equal((await db.query('select from mails_rest')).rowCount, 1);
});

test('an id from a fast clock moves its log’s partition boundary, and an impossible id stops the migration', async (t) => {
  const { url, session } = await prepare(t, {});
  const all = (await readMigrations()).map(({ name }) => name);
  await migrate(url, { only: new Set(all.filter((name) => name < '0059')) });
  const db = await session();
  const act = (time: Date) =>
    db.query(
      `insert into audit_log (id, account_id, action, fields, created_at) values ($1, $1, 'x', '{}', now())`,
      [firstIdAt(time)],
    );
  const today = new Date();
  const monthsLater = (n: number, day = 1): Date =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + n, day));
  await act(new Date('9999-06-01'));
  await assert.rejects(migrate(url), /no clock has made the last id of audit_log/);
  await act(today);
  await db.query('delete from audit_log where id > $1', [firstIdAt(monthsLater(1_000))]);
  await act(monthsLater(7, 15));
  await migrate(url);
  await act(monthsLater(2));
  const { rows } = await db.query(
    `select pg_get_expr(relpartbound, oid) as bound from pg_class where relname in ('audit_log_before', 'mails_before') order by relname`,
  );
  assert.deepEqual(
    rows.map(({ bound }) => /TO \('(.*)'\)/.exec(bound)?.[1]),
    [8, 2].map((months) => firstIdAt(monthsLater(months))),
  );
  assert.equal((await db.query('select from audit_log_before')).rowCount, 3);
});

test('an index of a partitioned table is built partition by partition, and again after a kill', async (t) => {
  const { url, directory, session } = await prepare(t, {
    '0001_index.sql':
      '-- outside a transaction\ncreate index concurrently logs_note on logs (note, n) where n > 0;\n',
  });
  const admin = await session();
  await admin.query(`create table logs (n int, note text) partition by range (n);
    create table logs_one partition of logs for values from (0) to (10);
    create table logs_two partition of logs for values from (10) to (20);
    insert into logs values (1, 'a'), (11, 'b')`);
  const writer = await session();
  // A build waits for transactions that have written to the table.
  await writer.query("begin; insert into logs_two values (12, 'c')");
  const died = assert.rejects(migrate(url, { directory }));
  await waitForCondition('the second partition is being indexed', async () => {
    const { rows } = await admin.query(`${building} and query like '%logs_two%'`);
    return rows.length === 1;
  });
  const { rows } = await admin.query(building);
  await admin.query('select pg_terminate_backend($1)', [rows[0].pid]);
  await died;
  await writer.query('rollback');
  await admin.query('create table logs_three partition of logs for values from (20) to (30)');
  await migrate(url, { directory });
  const { rows: indexes } =
    await admin.query(`select indrelid::regclass::text as table, indisvalid from pg_index
    where indrelid in (select relid from pg_partition_tree('logs')) order by 1`);
  assert.deepEqual(
    indexes,
    ['logs', 'logs_one', 'logs_three', 'logs_two'].map((table) => ({ table, indisvalid: true })),
  );
});

test('references to share cards are validated in a migration of its own, while others write', async (t) => {
  const { url, session } = await prepare(t, {});
  const all = (await readMigrations()).map(({ name }) => name);
  const migrateTo = (end: string) =>
    migrate(url, { only: new Set(all.filter((name) => name < end)) });
  const db = await session();
  const unvalidated = async () => {
    const { rows } = await db.query(
      'select conname from pg_constraint where not convalidated order by 1',
    );
    return rows.map(({ conname }) => conname);
  };
  await migrateTo('0129');
  assert.deepEqual(await unvalidated(), ['badge_versions_card', 'badges_card', 'brands_card']);
  const writer = await session();
  await writer.query(
    'begin; lock table badges, badge_versions, brands, certificate_versions in row exclusive mode',
  );
  await migrateTo('0130');
  await writer.query('commit');
  assert.deepEqual(await unvalidated(), []);
});
