import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type Checksum, checksumBytes, createChecksum } from './checksums.ts';
import { damagedBackup, type Repository } from './repository.ts';
import { type BackupTable, buildCopyIn, buildCopyOut } from './tables.ts';

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
