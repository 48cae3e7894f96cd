import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { damaged } from './fault.ts';
import type { Repository } from './repository.ts';
import { type Sum, summing, sumOf } from './sums.ts';
import { copyInto, copyOutOf, type Table } from './tables.ts';

export type Copied = { rows: number; text: Sum; file: Sum };

/** Streams a table into a file with backpressure. */
export async function copyOut(
  client: pg.Client,
  table: Table,
  { repository, file, signal }: { repository: Repository; file: string; signal: AbortSignal },
): Promise<Copied> {
  const rows = client.query(copyTo(copyOutOf(table)));
  const [text, stored] = [summing(), summing()];
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
  table: Table,
  expected: { rows: number; text: string },
  { repository, file, signal }: { repository: Repository; file: string; signal: AbortSignal },
): Promise<void> {
  const bytes = await repository.read(file);
  if (!bytes) throw damaged(file, repository.place);
  const text = summing();
  const into = client.query(copyFrom(copyInto(table)));
  await pipeline(bytes, createZstdDecompress(), text.through, into, { signal });
  if (into.rowCount !== expected.rows || text.sum().sha256 !== expected.text)
    throw damaged(file, repository.place);
}

/** Streams a table into an empty table of another database. */
export async function copyAcross(
  from: pg.Client,
  to: pg.Client,
  table: Table,
  signal: AbortSignal,
): Promise<Omit<Copied, 'file'>> {
  const rows = from.query(copyTo(copyOutOf(table)));
  const text = summing();
  const into = to.query(copyFrom(copyInto(table)));
  await pipeline(rows, text.through, into, { signal });
  return { rows: rows.rowCount, text: text.sum() };
}

/** Checksum of the text that `copyOut` would write. */
export async function sumOfTable(client: pg.Client, table: Table): Promise<Omit<Copied, 'file'>> {
  const rows = client.query(copyTo(copyOutOf(table)));
  return { text: await sumOf(rows), rows: rows.rowCount };
}
