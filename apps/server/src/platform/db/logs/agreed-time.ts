import { sql } from 'kysely';
import type { Trx } from '../connect.ts';
import { checkedTime } from './months.ts';

/** The database's time, by which months are added and dropped; refused where this process's clock is another. */
export async function agreedTime(trx: Trx, own: Date): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx);
  return checkedTime(own, rows[0]?.now ?? own);
}
