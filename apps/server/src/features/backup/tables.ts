import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { readMigrations } from '../../platform/db/index.ts';
import { type Checksum, checksumBytes, createChecksum } from './checksums.ts';
import { damagedBackup, type Repository } from './repository.ts';

export type BackupTable = {
  name: string;
  columns: string[];
  /** Sort order of a partitioned table, because partitions may differ between databases. */
  sortedBy?: string[] | null | undefined;
};

/** Migration bookkeeping and running processes. */
const excludedTables = new Set([
  'public.kysely_migration',
  'public.applied_functions',
  'public.export_leases',
  'public.processes',
]);

/** Filled by a service at its first start. */
const initialTables = new Set(['public.settings', 'public.rate_limits']);

export const isFilledAtStart = ({ name }: BackupTable): boolean => initialTables.has(name);

/** Tables with their stored columns. `foreign` lists tables that aren't ours. */
export async function readTables(
  client: pg.Client,
): Promise<{ tables: BackupTable[]; foreign: string[] }> {
  const { rows } = await client.query<BackupTable>(`
    select n.nspname || '.' || c.relname as name, array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      case when c.relkind = 'p' then array(
        select a.attname::text from pg_index i cross join unnest(i.indkey) with ordinality k(attnum, n)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary order by k.n) end as "sortedBy"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('auth', 'public')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1`);
  const ours = await listMigratedTables();
  const included = rows.filter(({ name }) => !excludedTables.has(name));
  return {
    tables: included.filter(({ name }) => ours.has(name)),
    foreign: included.filter(({ name }) => !ours.has(name)).map(({ name }) => name),
  };
}

async function listMigratedTables(): Promise<Set<string>> {
  const files = await readMigrations();
  const names = files.flatMap(({ text }) =>
    [...text.matchAll(/^create table (?:if not exists )?([\w."]+)/gm)].map(([, name = '']) =>
      name.replaceAll('"', ''),
    ),
  );
  return new Set(names.map((name) => (name.includes('.') ? name : `public.${name}`)));
}

export function quoteTable(table: string): string {
  return table
    .split('.')
    .map((part) => pg.escapeIdentifier(part))
    .join('.');
}

const quoteColumns = (columns: string[]): string =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** Copies all rows in a fixed order. */
function buildCopyOut({ name, columns, sortedBy }: BackupTable): string {
  const from = sortedBy
    ? `(select ${quoteColumns(columns)} from ${quoteTable(name)} order by ${quoteColumns(sortedBy)})`
    : `${quoteTable(name)} (${quoteColumns(columns)})`;
  return `copy ${from} to stdout`;
}

/** The table was created or truncated in this transaction, so rows can be frozen. */
function buildCopyIn({ name, columns, sortedBy }: BackupTable): string {
  // PostgreSQL can't freeze rows in partitioned tables.
  return `copy ${quoteTable(name)} (${quoteColumns(columns)}) from stdin${sortedBy ? '' : ' with (freeze)'}`;
}

/** Estimated row count, for progress. */
export async function estimateRows(
  client: pg.Client,
  tables: readonly BackupTable[],
): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    `select coalesce(sum(greatest(reltuples, 0)), 0)::float as rows
     from pg_class where oid = any($1::regclass[])
       or oid in (select inhrelid from pg_inherits where inhparent = any($1::regclass[]))`,
    [tables.map(({ name }) => quoteTable(name))],
  );
  return rows[0]?.rows ?? 0;
}

export type TableCopy = { rows: number; text: Checksum; file: Checksum };

/** Streams a table into a file with backpressure. */
export async function copyOut(
  client: pg.Client,
  table: BackupTable,
  { repository, file, signal }: { repository: Repository; file: string; signal: AbortSignal },
): Promise<TableCopy> {
  const rows = client.query(copyTo(buildCopyOut(table)));
  const [text, stored] = [createChecksum(), createChecksum()];
  await pipeline(
    rows,
    text.through,
    createZstdCompress(),
    stored.through,
    (bytes: AsyncIterable<Buffer>) => repository.write(file, bytes),
    { signal },
  );
  return { rows: rows.rowCount, text: text.sum(), file: stored.sum() };
}

/** Streams a file into an empty table. Refuses altered files. */
export async function copyIn(
  client: pg.Client,
  table: BackupTable,
  expected: { rows: number; text: string },
  { repository, file, signal }: { repository: Repository; file: string; signal: AbortSignal },
): Promise<void> {
  const bytes = await repository.read(file);
  if (!bytes) throw damagedBackup(file, repository.place);
  const text = createChecksum();
  const into = client.query(copyFrom(buildCopyIn(table)));
  await pipeline(bytes, createZstdDecompress(), text.through, into, { signal });
  if (into.rowCount !== expected.rows || text.sum().sha256 !== expected.text)
    throw damagedBackup(file, repository.place);
}

/** Streams a table into an empty table of another database. */
export async function copyAcross(
  from: pg.Client,
  to: pg.Client,
  table: BackupTable,
  signal: AbortSignal,
): Promise<Omit<TableCopy, 'file'>> {
  const rows = from.query(copyTo(buildCopyOut(table)));
  const text = createChecksum();
  const into = to.query(copyFrom(buildCopyIn(table)));
  await pipeline(rows, text.through, into, { signal });
  return { rows: rows.rowCount, text: text.sum() };
}

/** Checksum of the text that `copyOut` would write. */
export async function checksumTable(
  client: pg.Client,
  table: BackupTable,
): Promise<Omit<TableCopy, 'file'>> {
  const rows = client.query(copyTo(buildCopyOut(table)));
  return { text: await checksumBytes(rows), rows: rows.rowCount };
}
