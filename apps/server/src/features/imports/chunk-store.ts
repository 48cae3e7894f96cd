import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';
import type { Chunk, Row } from './rules.ts';

export async function insertChunk(
  trx: Trx,
  importId: string,
  firstRow: number,
  rows: Row[],
): Promise<void> {
  const cells = JSON.stringify(rows.map((row) => row.cells));
  const numbers = rows.map(({ number }) => number);
  await sql`insert into import_chunks (import_id, first_row, rows, numbers)
    values (${importId}, ${firstRow}, ${cells}, ${numbers})`.execute(trx);
}

/** First batch after row `after`. */
export async function nextChunk(
  trx: Trx,
  importId: string,
  after: number,
): Promise<Chunk | undefined> {
  const { rows } = await sql<Chunk>`
    select first_row as "firstRow", rows, numbers from import_chunks
    where import_id = ${importId} and first_row > ${after} order by first_row limit 1`.execute(trx);
  return rows[0];
}

export async function dropChunk(trx: Trx, importId: string, { firstRow }: Chunk): Promise<void> {
  await sql`delete from import_chunks where import_id = ${importId} and first_row = ${firstRow}`.execute(
    trx,
  );
}
