import type pg from 'pg';
import { applyMigration } from './apply-migration.ts';
import { sqlState } from './failure.ts';
import { HalfRestored, halfRestored } from './half-restored.ts';
import { type MigrationFile, readMigrations } from './migration-files.ts';
import { openClient } from './open-client.ts';
import { atOnce, type RetryOptions, retryLocked } from './retry-locked.ts';
import {
  changedFunctions,
  type FunctionFile,
  readFunctions,
  replaceFunction,
} from './sql-functions.ts';
import { takeTurn } from './take-turn.ts';

type Options = RetryOptions & {
  /** Where the files are, when not the program's, and where the texts of functions that go with them, if there are any. */
  directory?: string;
  functions?: string;
  /** Only these, without the texts of functions: as far as a backup is that is about to be restored. */
  only?: ReadonlySet<string>;
  /** Whoever restores goes on where others would be told that a restore was broken off. */
  isRestoring?: true;
  /** Told of each file once it is applied. */
  onApplied?: (name: string, done: number, of: number) => void;
};

/**
 * Brings the database to this program's version. Each file is applied with its name in one transaction, on a connection
 * of its own: without a statement time-out, since a big table may take minutes, and with a short one for locks, so that
 * a busy table is asked for again instead of being held up.
 *
 * A file whose first line is `-- outside a transaction` is for indexes on big tables:
 *
 *     -- outside a transaction
 *     create index concurrently mails_queued on mails (created_at) where state = 'queued';
 *     drop index concurrently if exists mails_old;
 *
 * It holds nothing but `create index concurrently name on …`, `drop index concurrently if exists name`, `analyze table`, and
 * `alter table … drop constraint if exists old, add constraint name primary key using index name`, which takes a lock for a
 * moment; each closed by a semicolon at the end of a line. Its statements run one by one; when the program was killed in
 * the middle, the next start does what is missing, and makes an index again that was left invalid.
 *
 * After all files, functions whose text in `sql/functions` the database does not have are replaced, all in one transaction.
 */
export async function migrate(url: string, options: Options = {}): Promise<void> {
  const { only } = options;
  const all = await readMigrations(options.directory);
  const files = only ? all.filter(({ name }) => only.has(name)) : all;
  const functions = only ? [] : await functionsOf(options);
  const { client, close } = await openClient(url);
  try {
    const broken = options.isRestoring ? undefined : await halfRestored(client);
    if (broken) throw new HalfRestored(broken);
    const isDone =
      (await pending(client, files)).length === 0 &&
      (await changedFunctions(client, functions)).length === 0;
    if (isDone) return;
    const turn = await takeTurn(url, options.onWait);
    try {
      const missing = await pending(client, files);
      for (const [n, file] of missing.entries()) {
        await applyMigration(client, file, options);
        options.onApplied?.(file.name, n + 1, missing.length);
      }
      const changed = await changedFunctions(client, functions);
      if (changed.length > 0) await replaceAll(client, changed, options);
    } finally {
      await turn.end();
    }
  } finally {
    await close();
  }
}

function functionsOf({ directory, functions }: Options): Promise<FunctionFile[]> | FunctionFile[] {
  return directory && !functions ? [] : readFunctions(functions);
}

/** How the database and this program's version differ; nothing is changed. */
export type SchemaState = { missing: string[]; changedFunctions: string[]; newer: string[] };

export async function schemaState(url: string): Promise<SchemaState> {
  const { client, close } = await openClient(url);
  try {
    const broken = await halfRestored(client);
    if (broken) throw new HalfRestored(broken);
    const { missing, newer } = await compare(client, await readMigrations());
    const changed = await changedFunctions(client, await readFunctions());
    return {
      missing: missing.map(({ name }) => name),
      changedFunctions: changed.map(({ name }) => name),
      newer,
    };
  } finally {
    await close();
  }
}

/** Files that the database lacks; the other way round this program is too old for it. */
async function pending(client: pg.Client, files: MigrationFile[]): Promise<MigrationFile[]> {
  const { missing, newer } = await compare(client, files);
  if (newer.length > 0)
    throw new Error(
      `the database belongs to a newer version of Insignia (${newer.join(', ')}), and its migrations are never undone: start that version, or this one on a backup from before`,
    );
  return missing;
}

async function compare(
  client: pg.Client,
  files: MigrationFile[],
): Promise<{ missing: MigrationFile[]; newer: string[] }> {
  const done = await client
    .query<{ name: string }>('select name from kysely_migration')
    .then(({ rows }) => new Set(rows.map(({ name }) => name)))
    .catch((error: unknown) => {
      if (sqlState(error) === '42P01') return new Set<string>();
      throw error;
    });
  const known = new Set(files.map(({ name }) => name));
  return {
    missing: files.filter(({ name }) => !done.has(name)),
    newer: [...done].filter((name) => !known.has(name)).sort(),
  };
}

function replaceAll(client: pg.Client, changed: FunctionFile[], options: Options): Promise<void> {
  const names = changed.map(({ name }) => name).join(', ');
  return retryLocked(`replacing the functions ${names}`, options, () =>
    atOnce(client, options, async () => {
      for (const file of changed) await replaceFunction(client, file);
    }),
  );
}
