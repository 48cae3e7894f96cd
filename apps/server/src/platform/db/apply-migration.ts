import type pg from 'pg';
import type { MigrationFile } from './applied-migrations.ts';
import { sqlState } from './failure.ts';

/** Runs a migration and records it, in one transaction unless the file opts out. */
export function applyMigration(
  client: pg.Client,
  file: MigrationFile,
  options: LockRetryOptions,
): Promise<void> {
  return retryWhileLocked(`migration ${file.name}`, options, () =>
    file.isOutside
      ? applyStatements(client, file, options)
      : runWithLockTimeout(client, options, async () => {
          if (!(await recordMigration(client, file))) return;
          await client.query(file.text);
          await recordRequirement(client, file);
        }),
  );
}

async function applyStatements(
  client: pg.Client,
  file: MigrationFile,
  options: LockRetryOptions,
): Promise<void> {
  for (const piece of splitRepeatable(file)) await runStatement(client, piece, options);
  // Older programs must see both changes or neither.
  await runWithLockTimeout(client, options, async () => {
    await recordMigration(client, file);
    await recordRequirement(client, file);
  });
}

async function runStatement(
  client: pg.Client,
  piece: MigrationStatement,
  options: LockRetryOptions,
): Promise<void> {
  const { statement, index, table, isPrimary } = piece;
  const state = index && (await readIndexState(client, index));
  if (state === 'primary' || (state === 'valid' && !isPrimary)) return;
  if (isPrimary)
    return runWithLockTimeout(client, options, async () => void (await client.query(statement)));
  if (index && table && (await isPartitioned(client, table)))
    return indexPartitions(client, { statement, index, table }, options);
  if (state === 'invalid') await client.query(`drop index concurrently ${index}`);
  await client.query(statement);
}

async function isPartitioned(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class where oid = to_regclass($1) and relkind = 'p'`,
    [table],
  );
  return rows.length > 0;
}

const opening = /^(create (?:unique )?index) concurrently \w+\s+on \w+/i;

/**
 * PostgreSQL can't build an index of a partitioned table concurrently. Creates an invalid index on
 * the table and builds each partition's index concurrently; the table's index becomes valid once it
 * has all of them. A partition added meanwhile brings its own index.
 */
async function indexPartitions(
  client: pg.Client,
  { statement, index, table }: Required<Omit<MigrationStatement, 'isPrimary'>>,
  options: LockRetryOptions,
): Promise<void> {
  const ofTable = statement.replace(opening, `$1 ${index} on only ${table}`);
  if ((await readIndexState(client, index)) === undefined)
    await runWithLockTimeout(client, options, async () => void (await client.query(ofTable)));
  const { rows } = await client.query<{ partition: string }>(
    `select c.relname::text as partition from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and not exists (
       select from pg_inherits j join pg_index x on x.indexrelid = j.inhrelid
       where j.inhparent = $2::regclass and x.indrelid = c.oid)
     order by 1`,
    [table, index],
  );
  for (const { partition } of rows) {
    // Names the index as PostgreSQL would: the partition, then the part of the index's name that
    // follows the table's name.
    const own = `${partition}_${index.replace(`${table}_`, '')}_idx`;
    const state = await readIndexState(client, own);
    if (state === 'invalid') await client.query(`drop index concurrently ${own}`);
    if (state !== 'valid')
      await client.query(statement.replace(opening, `$1 concurrently ${own} on ${partition}`));
    await runWithLockTimeout(client, options, async () => {
      await client.query(`alter index ${index} attach partition ${own}`);
    });
  }
}

/**
 * Returns false if another process was faster. The name is recorded before the work, so a second
 * process waits.
 */
async function recordMigration(client: pg.Client, { name }: MigrationFile): Promise<boolean> {
  await client.query(`create table if not exists kysely_migration
    (name varchar(255) primary key, "timestamp" varchar(255) not null)`);
  const { rowCount } = await client.query(
    `insert into kysely_migration (name, "timestamp") values ($1, $2) on conflict do nothing`,
    [name, new Date().toISOString()],
  );
  return rowCount === 1;
}

async function recordRequirement(client: pg.Client, { name, needs }: MigrationFile): Promise<void> {
  if (needs)
    await client.query('update kysely_migration set needs = $2 where name = $1', [name, needs]);
}

type IndexState = 'invalid' | 'valid' | 'primary';

async function readIndexState(client: pg.Client, index: string): Promise<IndexState | undefined> {
  const { rows } = await client.query<{ state: IndexState }>(
    `select case when indisprimary then 'primary' when indisvalid then 'valid' else 'invalid' end as state
     from pg_index where indexrelid = to_regclass($1)`,
    [index],
  );
  return rows[0]?.state;
}

/**
 * `index` is the index that the statement creates on `table`, or the one that it makes the primary
 * key.
 */
type MigrationStatement = {
  statement: string;
  index?: string;
  table?: string;
  isPrimary?: true;
};

const create = /^create (?:unique )?index concurrently (\w+)\s+on (\w+)/i;

const promote =
  /^alter table \w+ drop constraint if exists \w+, add constraint (\w+) primary key using index \1$/i;

const otherStatements = /^(?:drop index concurrently if exists \w+|analyze [\w., ]+)$/i;

/**
 * Statements of a file that runs outside a transaction. Only repeatable ones are accepted, because
 * a kill may interrupt it.
 */
function splitRepeatable({ name, text }: MigrationFile): MigrationStatement[] {
  const bare = text.replace(/^[ \t]*--.*$/gm, '');
  return bare
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean)
    .map((statement) => {
      const [, index, table] = create.exec(statement) ?? [];
      if (index && table) return { statement, index, table };
      const [, primary] = promote.exec(statement) ?? [];
      if (primary) return { statement, index: primary, isPrimary: true };
      if (otherStatements.test(statement)) return { statement };
      const [line] = statement.split('\n', 1);
      throw new Error(`migration ${name} can't run outside a transaction: “${line}”`);
    });
}

export type LockRetryOptions = {
  lockTimeoutMs?: number;
  /** How long to retry for a lock. */
  patienceMs?: number;
  /** Called with a description of what it waits for. */
  onWait?: (message: string) => void;
};

// A statement that waits for a table lock blocks everyone behind it.
const lockTimeoutMs = 2_000;
const patienceMs = 600_000;
const restMs = 1_000;

/** Retries while a lock is taken. */
export async function retryWhileLocked(
  label: string,
  options: LockRetryOptions,
  work: () => Promise<void>,
): Promise<void> {
  const deadline = Date.now() + (options.patienceMs ?? patienceMs);
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      const isLocked = ['55P03', '40P01'].includes(sqlState(error) ?? '');
      if (!isLocked || Date.now() > deadline)
        throw new Error(`${label} failed: ${(error as Error).message}`, { cause: error });
      options.onWait?.(`${label} is waiting for a lock of another session`);
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  }
}

/** Runs in one transaction with a short lock timeout. */
export async function runWithLockTimeout(
  client: pg.Client,
  options: LockRetryOptions,
  work: () => Promise<void>,
): Promise<void> {
  const wait = options.lockTimeoutMs ?? lockTimeoutMs;
  await client.query('begin');
  try {
    await client.query(`set local statement_timeout = 0; set local lock_timeout = ${wait}`);
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
