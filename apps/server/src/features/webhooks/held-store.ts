import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';

/** Due never, until they are released: what a restored service would send a second time. */
export async function holdDeliveries(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    update waiting_deliveries set due_at = 'infinity'`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function countHeldDeliveries(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from waiting_deliveries where due_at = 'infinity'`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function releaseDeliveries(trx: Trx): Promise<number> {
  const { numAffectedRows } = await sql`
    update waiting_deliveries set due_at = '-infinity' where due_at = 'infinity'`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** They have failed, and their accounts can have them sent again. */
export async function giveUpHeldDeliveries(trx: Trx, error: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as (delete from waiting_deliveries where due_at = 'infinity' returning id)
    update deliveries d set state = 'failed', done_at = now(), last_error = ${error}
    from held where d.id = held.id and d.state = 'pending'`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
