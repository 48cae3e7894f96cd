import { sql } from 'kysely';
import type { Trx } from '../database.ts';
import { assertSameTime } from './months.ts';

/** The database's time, used to add and drop partitions. Throws if this process's clock differs. */
export async function getAgreedTime(trx: Trx, own: Date): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx);
  return assertSameTime(own, rows[0]?.now ?? own);
}
