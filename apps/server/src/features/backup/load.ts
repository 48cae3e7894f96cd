import type pg from 'pg';
import { clearRestoreMark } from '../../platform/db/index.ts';
import { type Backup, buildBackupPath } from './files.ts';
import { BackupError, type Repository } from './repository.ts';
import { type DatabaseSession, inTransaction } from './session.ts';
import { type BackupTable, copyIn, isFilledAtStart, quoteTable, readTables } from './tables.ts';

type Options = {
  signal: AbortSignal;
  /** Rows loaded so far, after each table. */
  onLoaded: (rows: number) => void;
  /** Conditions to establish before anyone sees the data. */
  before: (session: DatabaseSession) => Promise<void>;
};

/** Returns the first table that contains rows. */
export async function findUsedTable(
  client: pg.Client,
  tables: readonly BackupTable[],
): Promise<string | undefined> {
  for (const table of tables) {
    if (isFilledAtStart(table)) continue;
    const { rowCount } = await client.query(`select from ${quoteTable(table.name)} limit 1`);
    if (rowCount) return table.name;
  }
  return undefined;
}

/** A source of rows: a backup, or another database. */
export type RowSource = {
  tables: readonly BackupTable[];
  /** Returns the number of rows. */
  copyInto: (client: pg.Client, table: BackupTable) => Promise<number>;
};

export function createBackupSource(
  repository: Repository,
  { id, manifest }: Backup,
  signal: AbortSignal,
): RowSource {
  const stored = new Map(manifest.tables.map((table) => [table.name, table]));
  return {
    tables: manifest.tables.map(({ name, columns, sortedBy }) => ({ name, columns, sortedBy })),
    copyInto: async (client, table) => {
      const { file = '', rows = 0, text = '' } = stored.get(table.name) ?? {};
      await copyIn(
        client,
        table,
        { rows, text },
        { repository, file: buildBackupPath(id, file), signal },
      );
      return rows;
    },
  };
}

/**
 * Loads all tables in one transaction into a database that is migrated and empty, and removes the
 * mark of an unfinished restore.
 */
export function loadTables(
  url: string,
  source: RowSource,
  { signal, onLoaded, before }: Options,
): Promise<void> {
  return inTransaction(url, '', async (session) => {
    const { client } = session;
    await client.query(`set local lock_timeout = '10s'; set local maintenance_work_mem = '128MB'`);
    const { tables } = await readTables(client);
    const all = tables.map(({ name }) => quoteTable(name)).join(', ');
    await client.query(`lock table ${all} in access exclusive mode`);
    assertSameColumns(source.tables, tables);
    const used = await findUsedTable(client, tables);
    if (used) throw databaseNotEmpty(used);
    const putBack = await dropConstraints(client, tables);
    await client.query(`truncate ${all}`);
    let rows = 0;
    for (const table of source.tables) {
      rows += await source.copyInto(client, table);
      onLoaded(rows);
    }
    signal.throwIfAborted();
    await putBack();
    await advanceSequences(client);
    await before(session);
    await clearRestoreMark(client);
    signal.throwIfAborted();
  });
}

/** Sequences of columns continue after the loaded rows, of which earlier ones may be negative. */
async function advanceSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ advance: string }>(
    `select format('select setval(%L, greatest(max(%I), 0) + 1, false) from %s',
       d.objid::regclass, a.attname, d.refobjid::regclass) as advance
     from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
     join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
     where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')`,
  );
  for (const { advance } of rows) await client.query(advance);
}

export const databaseNotEmpty = (table: string): BackupError =>
  new BackupError(
    'refused',
    `the database already contains data (in ${table.replace('public.', '')}). Restore into an empty one`,
  );

/** Both sides have the same migrations, so any difference was made by hand. */
function assertSameColumns(expected: readonly BackupTable[], found: readonly BackupTable[]): void {
  const columnsByTable = new Map(found.map(({ name, columns }) => [name, new Set(columns)]));
  const odd = expected.find(
    ({ name, columns }) => !columns.every((column) => columnsByTable.get(name)?.has(column)),
  );
  if (odd)
    throw new BackupError(
      'refused',
      `it has a table ${odd.name} (${odd.columns.join(', ')}) that its migrations don't create`,
    );
}

/**
 * Drops foreign keys, indexes and triggers for the load and returns the statements that restore
 * them. Foreign keys are then checked for all rows at once. Needs the rights of the table owner
 * only.
 */
async function dropConstraints(
  client: pg.Client,
  tables: readonly BackupTable[],
): Promise<() => Promise<void>> {
  const oids = [tables.map(({ name }) => quoteTable(name))];
  const { rows: references } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and conparentid = 0 and conrelid = any($1::regclass[]) order by conrelid::regclass::text, conname`,
    oids,
  );
  const { rows: indexes } = await client.query<{ drop: string; add: string }>(
    `select format('drop index %s', i.indexrelid::regclass) as drop,
       -- Without ONLY, an index of a partitioned table is also created on its partitions.
       replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as add
     from pg_index i where i.indrelid = any($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     order by i.indexrelid::regclass::text`,
    oids,
  );
  for (const { drop } of [...references, ...indexes]) await client.query(drop);
  for (const table of oids.flat()) await client.query(`alter table ${table} disable trigger user`);
  return async () => {
    for (const { add } of [...indexes, ...references]) await client.query(add);
    for (const table of oids.flat()) await client.query(`alter table ${table} enable trigger user`);
  };
}
