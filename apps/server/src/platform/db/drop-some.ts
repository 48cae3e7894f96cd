import { type RawBuilder, sql } from 'kysely';
import type { Trx } from './connect.ts';
import { byValues } from './statements.ts';

/** Few enough that a batch, with all that goes along, holds nobody up. */
const usually = 5_000;

/** Rows of a table that may go; `by`: the column of the index that leads to them. */
type Unwanted = { table: string; by: string; where: RawBuilder<unknown>; most?: number };

/** Deletes at most 5,000 of each, or `most`, the oldest first; the answer 'again' says that there may be more. */
export async function dropSome(trx: Trx, ...all: Unwanted[]): Promise<'again' | undefined> {
  let answer: 'again' | undefined;
  for (const { table, by, where, most = usually } of all) {
    const from = sql.table(table);
    // Said twice: a row that is written meanwhile may be wanted again. And of a table in partitions the place of a row is one
    // in each: what else has it, and is unwanted too, goes along.
    const { numAffectedRows } = await sql`${byValues}
      delete from ${from} where ${where} and ctid = any(array(
        select ctid from ${from} where ${where} order by ${sql.ref(by)} limit ${most} for update skip locked))`.execute(
      trx,
    );
    if (Number(numAffectedRows) >= most) answer = 'again';
  }
  return answer;
}
