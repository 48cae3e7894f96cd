import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';
import type { ImportFileRow, RowBatch } from './rules.ts';

export async function insertRowBatch(
  trx: Trx,
  importId: string,
  firstRow: number,
  rows: ImportFileRow[],
): Promise<void> {
  const cells = JSON.stringify(rows.map((row) => row.cells));
  const numbers = rows.map(({ number }) => number);
  await sql`insert into import_chunks (import_id, first_row, rows, numbers)
    values (${importId}, ${firstRow}, ${cells}, ${numbers})`.execute(trx);
}

/** First batch after row `after`. */
export async function findNextRowBatch(
  trx: Trx,
  importId: string,
  after: number,
): Promise<RowBatch | undefined> {
  const { rows } = await sql<RowBatch>`
    select first_row as "firstRow", rows, numbers from import_chunks
    where import_id = ${importId} and first_row > ${after} order by first_row limit 1`.execute(trx);
  return rows[0];
}

export async function deleteRowBatch(
  trx: Trx,
  importId: string,
  { firstRow }: RowBatch,
): Promise<void> {
  await sql`delete from import_chunks where import_id = ${importId} and first_row = ${firstRow}`.execute(
    trx,
  );
}
