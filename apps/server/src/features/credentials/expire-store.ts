import { sql } from 'kysely';
import { byValues, type Trx } from '../../platform/db/index.ts';
import { isIn } from './sql.ts';

const most = 1_000;

/** Marks expired credentials, so that lists by status can use an index. Has no other effect. */
export async function noteExpired(trx: Trx, now: Date): Promise<'again' | undefined> {
  const { numAffectedRows } = await sql`${byValues}
    update credentials set lapsed_at = ${now} where id = any(array(
      select c.id from credentials c where ${isIn('expired', now)} and c.lapsed_at is null
      order by c.expires limit ${most} for update skip locked))`.execute(trx);
  return numAffectedRows === BigInt(most) ? 'again' : undefined;
}
