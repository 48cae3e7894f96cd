import { sql } from 'kysely';
import { customPlan, type Trx } from '../../platform/db/index.ts';
import { hasStatus } from './sql.ts';

const MAX_UPDATED_ROWS = 1_000;

/** Marks expired credentials, so that lists by status can use an index. Has no other effect. */
export async function markExpired(trx: Trx, now: Date): Promise<'again' | undefined> {
  const { numAffectedRows } = await sql`${customPlan}
    update credentials set lapsed_at = ${now} where id = any(array(
      select c.id from credentials c where ${hasStatus('expired', now)} and c.lapsed_at is null
      order by c.expires limit ${MAX_UPDATED_ROWS} for update skip locked))`.execute(trx);
  return numAffectedRows === BigInt(MAX_UPDATED_ROWS) ? 'again' : undefined;
}
