// Checks that SQL and TypeScript agree, on the embedded PostgreSQL and on that of DATABASE_URL, and
// itself: planted violations must be found.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  migrate,
  openEmbedded,
  readFunctions,
  readMigrations,
} from '../apps/server/src/platform/db/index.ts';
import { findBodyErrors, readBodies } from './sql/bodies.ts';
import {
  findContractErrors,
  findMarkErrors,
  findNameErrors,
  findOverloads,
  findPositionalCalls,
  findSignatureErrors,
} from './sql/files.ts';
import { runStatements } from './sql/run.ts';
import { readSource } from './sql/sites.ts';
import { findStatementErrors, findUnseenStatements } from './sql/statements.ts';

const names = (await readdir('apps/server/migrations')).sort();
const migrations = await readMigrations();
const functions = await readFunctions();
const errors = [
  ...findNameErrors(names),
  ...findMarkErrors(migrations, functions),
  ...findContractErrors(migrations),
  ...findSignatureErrors(functions),
];
reportAndExitIfWrong();
let planted = 0;
const expectError = (mistake: string, expected: RegExp, found: string[]): void => {
  planted += 1;
  if (!found.some((error) => expected.test(error) && !errors.includes(error)))
    errors.push(`a planted mistake was not noticed: ${mistake}`);
};

const [last = ''] = names.slice(-1);
const changed = functions.map((file) => ({ ...file, hash: 'new' }));
expectError(
  'a number twice',
  /^apps\/server\/migrations\/\S+ has the number of \S+: take the next number$/,
  findNameErrors([...names, last.replace('.', '_2.')]),
);
expectError(
  'a name that is not run',
  /^apps\/server\/migrations\/31_short\.sql isn't run: rename it to [^\n]*$/,
  findNameErrors([...names, '31_short.sql']),
);
expectError(
  'a changed function',
  /^apps\/server\/sql\/functions\/\w+\.sql has changed: add the line “-- function [^\n]*$/,
  findMarkErrors(migrations, changed),
);
const withLast = (text: string, needs?: string) => [
  ...migrations,
  { name: '9999_last', text, isOutside: false, needs },
];
for (const text of [
  'alter table badges\n  drop column criteria;',
  'alter table badges add column more text, drop criteria',
  'alter table badges rename column criteria to criterion',
  'alter table badges rename criteria to criterion',
  'drop sequence if exists numbers',
  'drop table badges',
  'drop function hold_log(text, integer)',
  'alter table badges alter column criteria type integer',
  'alter table badges add column more text not null;',
  'alter table badges alter column criteria set not null',
])
  expectError(
    text,
    /^apps\/server\/migrations\/9999_last\.sql removes [^\n]*: add the line “-- needs [^\n]*$/,
    findContractErrors(withLast(text)),
  );
expectError(
  'a need of nothing',
  /^apps\/server\/migrations\/9999_last\.sql needs [^\n]*: name an earlier migration$/,
  findContractErrors(withLast('', '8888_none')),
);
for (const text of [
  "alter table badges add column more text not null default ''",
  'alter table badges alter column criteria drop not null, drop constraint badges_pkey',
])
  if (findContractErrors(withLast(text)).length > 0)
    errors.push(`a migration that removes nothing was reported: ${text}`);

for (const added of [
  'create or replace function hold_log(p_log text, p_ms integer) returns void language sql as $$ $$;',
  'create or replace function another() returns void language sql as $$ $$;',
])
  expectError(
    `two functions in one file: ${added}`,
    /^apps\/server\/sql\/functions\/hold_log\.sql defines .*: define hold_log once/,
    findSignatureErrors(
      functions.map((file) =>
        file.name === 'hold_log' ? { ...file, text: file.text + added } : file,
      ),
    ),
  );

const source = readSource('apps/server/src');
const statements = await runStatements(source);
source.close();
errors.push(...findUnseenStatements(source, statements));
expectError(
  'a statement that nothing leads to',
  /leads here/,
  findUnseenStatements(source, statements.slice(0, 9)),
);
errors.push(...findPositionalCalls(functions, statements));
for (const text of [
  "select hold_log('mails')",
  'select drop_part(p_log => $1, $2)',
  "select record_event(p_id => $1, p_data => jsonb_build_object('a)', 1), now())",
])
  expectError(
    text,
    /^store\.ts:1:1 calls (\w+) by position: name each argument, as in \1\(p_\w+ => …\)/,
    findPositionalCalls(functions, [{ at: 'store.ts:1:1', text, sent: [], rows: [] }]),
  );
expectError(
  'a call by position in a function',
  /^apps\/server\/sql\/functions\/add_month\.sql calls hold_log by position/,
  findPositionalCalls(
    functions.map((file) => ({ ...file, text: file.text.replace('p_log => p_log', 'p_log') })),
    [],
  ),
);

const dataDir = await mkdtemp(join(tmpdir(), 'insignia-sql-'));
const servers = [
  () => openEmbedded(dataDir, () => {}, { fsync: 'off' }),
  ...[process.env.DATABASE_URL].flatMap((url) => (url ? [() => createDatabase(url)] : [])),
];
const versions: string[] = [];
try {
  for (const open of servers) {
    const database = await open();
    await checkInDatabase(database.url).finally(database.stop);
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function checkInDatabase(url: string): Promise<void> {
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const version = `PostgreSQL ${(await client.query('show server_version')).rows[0].server_version.split(' ')[0]}`;
  versions.push(version);
  const bodies = await readBodies(client);
  const inDatabase = async () => [
    ...(await findStatementErrors(client, statements)),
    ...(await findBodyErrors(client, bodies)),
  ];
  const own = [...(await inDatabase()), ...findOverloads(bodies.map(({ name }) => name))];
  const isNew = (error: string) => !errors.some((known) => known.endsWith(error));
  errors.push(...own.filter(isNew).map((error) => `${version}: ${error}`));
  expectError(
    'a signature that no migration has dropped',
    /^apps\/server\/sql\/functions\/hold_log\.sql: the database has 2 signatures of hold_log/,
    findOverloads([...bodies.map(({ name }) => name), 'hold_log(text,integer)']),
  );
  // The database is no longer needed.
  await client.query(`
    alter table badges rename column criteria to criterion;
    alter table engagement_clients rename column client to visitor;
    alter table deliveries alter column attempts type text;
    alter table api_keys alter column prefix drop not null;
    alter table sign_ups alter column created_at type text`);
  const found = (await inDatabase()).filter((error) => !own.includes(error));
  expectError('a column with another name', /criteria.* does not exist/, found);
  expectError('the same in a function', /^record_engagement.*client.* does not exist/, found);
  expectError(
    'a column of another type',
    /“attemptCount” is text, and is declared as number/,
    found,
  );
  expectError('a column that may be null', /“prefix” may be null/, found);
  expectError('a value of another type', /is text, and gets object/, found);
  await client.end();
}

/** A database of its own on another server, to check another version of PostgreSQL. */
async function createDatabase(server: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const name = `insignia_check_${process.pid}`;
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const stop = async (): Promise<void> => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
  return { url: url.href, stop };
}

/** The rest needs migrations that can run, so their errors come alone. */
function reportAndExitIfWrong(): void {
  if (errors.length === 0) return;
  for (const error of errors) console.error(error);
  console.log(`sql: ${names.length} migrations, ${errors.length} errors`);
  process.exit(1);
}

for (const error of errors) console.error(error);
console.log(
  `sql (${versions.join(', ')}): ${names.length} migrations, ${functions.length} functions, ${statements.length} statements, ${planted} planted mistakes, ${errors.length} errors`,
);
process.exit(errors.length > 0 ? 1 : 0);
