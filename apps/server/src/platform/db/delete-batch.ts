import { type RawBuilder, sql } from 'kysely';
import type { Trx } from './database.ts';
import { customPlan } from './statements.ts';

/** Small enough not to block others. */
const DEFAULT_BATCH = 5_000;

/** Rows to delete. `by` is the index column that finds them. */
type DeletableRows = { table: string; by: string; where: RawBuilder<unknown>; most?: number };

/**
 * Deletes at most 5,000 rows of each, or `most`, oldest first. Returns 'again' if more may remain.
 */
export async function deleteBatch(trx: Trx, ...all: DeletableRows[]): Promise<'again' | undefined> {
  let answer: 'again' | undefined;
  for (const { table, by, where, most = DEFAULT_BATCH } of all) {
    const from = sql.table(table);
    // The condition is repeated because a row may change meanwhile. In a partitioned table, ctid is
    // unique per partition only, so other unwanted rows may be deleted too.
    const { numAffectedRows } = await sql`${customPlan}
      delete from ${from} where ${where} and ctid = any(array(
        select ctid from ${from} where ${where} order by ${sql.ref(by)} limit ${most} for update skip locked))`.execute(
      trx,
    );
    if (Number(numAffectedRows) >= most) answer = 'again';
  }
  return answer;
}
