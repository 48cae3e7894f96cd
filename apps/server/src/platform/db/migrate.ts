import type pg from 'pg';
import { type MigrationFile, readAppliedMigrations, readMigrations } from './applied-migrations.ts';
import {
  applyMigration,
  type LockRetryOptions,
  retryWhileLocked,
  runWithLockTimeout,
} from './apply-migration.ts';
import { openClient } from './connect.ts';
import {
  compareSchemas,
  findIncompatibility,
  type SchemaDifference,
  type SchemaState,
} from './schema-rules.ts';
import {
  type FunctionFile,
  findChangedFunctions,
  readFunctions,
  replaceFunction,
} from './sql-functions.ts';
import { assertSupportedDatabase, UnsupportedDatabaseError } from './supported-database.ts';
import { findUnfinishedRestore, UnfinishedRestoreError } from './unfinished-restore.ts';

type Options = LockRetryOptions & {
  /** Folder with migrations and functions, if not the program's own. */
  directory?: string;
  functions?: string;
  /** Applies only these migrations and no functions, to match a backup. */
  only?: ReadonlySet<string>;
  /** Set by a restore, which may continue where others must refuse. */
  isRestoring?: true;
  /** Called with migrations of a newer version. */
  onNewer?: (names: string[]) => void;
  /** Called after each file. */
  onApplied?: (name: string, done: number, of: number) => void;
};

/**
 * Brings the database to this program's version. Each file and the record of its name are applied in one transaction, on a
 * separate connection. Statements have no timeout, because a big table may take minutes. Locks have a short timeout and are
 * retried, so that a busy table isn't blocked.
 *
 * A file whose first line is `-- outside a transaction` is for indexes on big tables:
 *
 *     -- outside a transaction
 *     create index concurrently mails_queued on mails (created_at) where state = 'queued';
 *     drop index concurrently if exists mails_old;
 *
 * It may contain only `create index concurrently name on …`, `drop index concurrently if exists name`, `analyze table`, and
 * `alter table … drop constraint if exists old, add constraint name primary key using index name`, which takes a lock for a
 * moment. Each statement ends with a semicolon at the end of a line. Statements run one by one. If the program is killed in
 * between, the next start runs the missing ones and rebuilds an index that was left invalid.
 *
 * After all files, one transaction replaces the functions whose text in `sql/functions` differs from the database.
 */
export async function migrate(url: string, options: Options = {}): Promise<void> {
  const { only } = options;
  const all = await readMigrations(options.directory);
  const files = only ? all.filter(({ name }) => only.has(name)) : all;
  const functions = only ? [] : await readOwnFunctions(options);
  const { client, close } = await openClient(url);
  try {
    await assertSupportedDatabase(client);
    const broken = options.isRestoring ? undefined : await findUnfinishedRestore(client);
    if (broken) throw new UnfinishedRestoreError(broken);
    const readPending = async (): Promise<PendingMigrations> => {
      const todo = await applyPending(client, files, functions, only !== undefined);
      if (todo.newer.length > 0) options.onNewer?.(todo.newer);
      return todo;
    };
    if (isDone(await readPending())) return;
    const turn = await acquireMigrationLock(url, options.onWait);
    try {
      const now = await readPending();
      for (const [n, file] of now.missing.entries()) {
        await applyMigration(client, file, options);
        options.onApplied?.(file.name, n + 1, now.missing.length);
      }
      if (now.changed.length > 0) await replaceFunctions(client, now.changed, options);
    } finally {
      await turn.end();
    }
  } finally {
    await close();
  }
}

function readOwnFunctions({
  directory,
  functions,
}: Options): Promise<FunctionFile[]> | FunctionFile[] {
  return directory && !functions ? [] : readFunctions(functions);
}

type PendingMigrations = { newer: string[]; missing: MigrationFile[]; changed: FunctionFile[] };

const isDone = ({ missing, changed }: PendingMigrations): boolean =>
  missing.length + changed.length === 0;

/** Work to do. Next to a newer version, functions aren't replaced. */
async function applyPending(
  client: pg.Client,
  files: MigrationFile[],
  functions: FunctionFile[],
  isExact: boolean,
): Promise<PendingMigrations> {
  const difference = await findPending(client, files);
  const { newer } = difference;
  const error =
    isExact && newer.length > 0
      ? `the database already has other migrations: ${newer.join(', ')}`
      : findIncompatibility(difference);
  if (error) throw new UnsupportedDatabaseError(error);
  const lacks = new Set(difference.missing);
  return {
    newer,
    missing: files.filter(({ name }) => lacks.has(name)),
    changed: newer.length > 0 ? [] : await findChangedFunctions(client, functions),
  };
}

/** Differences between the database and this program's version. Changes nothing. */
export async function readSchemaState(url: string): Promise<SchemaState> {
  const { client, close } = await openClient(url);
  try {
    const broken = await findUnfinishedRestore(client);
    if (broken) throw new UnfinishedRestoreError(broken);
    const difference = await findPending(client, await readMigrations());
    const changed =
      difference.newer.length > 0 ? [] : await findChangedFunctions(client, await readFunctions());
    return { ...difference, changedFunctions: changed.map(({ name }) => name) };
  } finally {
    await close();
  }
}

async function findPending(client: pg.Client, files: MigrationFile[]): Promise<SchemaDifference> {
  return compareSchemas(
    files.map(({ name }) => name),
    await readAppliedMigrations((text) => client.query(text)),
  );
}

function replaceFunctions(
  client: pg.Client,
  changed: FunctionFile[],
  options: Options,
): Promise<void> {
  const names = changed.map(({ name }) => name).join(', ');
  return retryWhileLocked(`replacing the functions ${names}`, options, () =>
    runWithLockTimeout(client, options, async () => {
      for (const file of changed) await replaceFunction(client, file);
    }),
  );
}

/**
 * Kysely's number, so that older versions of this program, which migrated with its Migrator, wait
 * too.
 */
const lock = '3853314791062309107';

const restMs = 200;

/**
 * Waits until no other process migrates. Ending the connection releases the lock. A transaction
 * holds it, because poolers lose session locks, and it is polled, because `create index
 * concurrently` waits for waiting statements.
 */
async function acquireMigrationLock(
  url: string,
  onWait: (message: string) => void = () => {},
): Promise<{ end: () => Promise<void> }> {
  const { client, close } = await openClient(url);
  try {
    for (let tries = 0; !(await tryLock(client)); tries++) {
      if (tries === 0) onWait('another process is migrating the database: waiting for it');
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { end: close };
}

async function tryLock(client: pg.Client): Promise<boolean> {
  await client.query('begin; set local idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query(`select pg_try_advisory_xact_lock(${lock}) as mine`);
  if (!rows[0].mine) await client.query('rollback');
  return rows[0].mine;
}
