import type { ImportRowError } from '@insignia/contract';
import { sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';

export type ErrorRow = { row: number; faults: ImportRowError[]; cells: string[] };

/** In file order, after `lastRow`. */
export async function errorsPage(
  db: Database,
  importId: string,
  lastRow: number,
  most: number,
): Promise<ErrorRow[]> {
  const { rows } = await sql<ErrorRow>`${customPlan}
    select row, faults, cells from import_errors
    where import_id = ${importId} and row > ${lastRow} order by row limit ${most}`.execute(db);
  return rows;
}

type FailedRow = ErrorRow & { emailSearch: string };

export async function insertErrors(
  trx: Trx,
  { id, accountId }: { id: string; accountId: string },
  failed: FailedRow[],
): Promise<void> {
  if (failed.length === 0) return;
  await sql`insert into import_errors (import_id, row, account_id, faults, cells, email_search)
    select ${id}, row, ${accountId}, faults, array(select jsonb_array_elements_text(cells)), email_search
    from jsonb_to_recordset(${JSON.stringify(failed.map(({ emailSearch, ...row }) => ({ ...row, email_search: emailSearch })))})
      as r(row int, faults jsonb, cells jsonb, email_search text)`.execute(trx);
}
