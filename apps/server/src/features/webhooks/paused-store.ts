import { sql } from 'kysely';
import { type Database, MAX_STEP_ROWS, repeatInSteps, type Trx } from '../../platform/db/index.ts';

/** Pauses deliveries: a restored service might repeat them. */
export async function pauseDeliveries(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    update waiting_deliveries set due_at = 'infinity'`.execute(db);
  return Number(numAffectedRows ?? 0);
}

const selectPausedBatch = sql`
  select ctid from waiting_deliveries where due_at = 'infinity' limit ${MAX_STEP_ROWS} for update`;

export async function countPausedDeliveries(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from waiting_deliveries where due_at = 'infinity'`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Accounts with paused deliveries. */
export async function listAccountsWithPaused(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id from webhooks w
    where exists (select 1 from waiting_deliveries v where v.webhook_id = w.id and v.due_at = 'infinity')`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

export function resumeDeliveries(trx: Trx): Promise<number> {
  return repeatInSteps(async () => {
    const { numAffectedRows } = await sql`
      update waiting_deliveries set due_at = '-infinity' where ctid = any(array(${selectPausedBatch}))`.execute(
      trx,
    );
    return Number(numAffectedRows ?? 0);
  });
}

/** Fails paused deliveries. Accounts can redeliver them. */
export async function failPausedDeliveries(trx: Trx, error: string): Promise<number> {
  let failed = 0;
  await repeatInSteps(async () => {
    const { rows } = await sql<{ held: number; failed: number }>`
      with held as (delete from waiting_deliveries where ctid = any(array(${selectPausedBatch})) returning id),
        failed as (
          update deliveries d set state = 'failed', done_at = now(), last_error = ${error}
          from held where d.id = held.id and d.state = 'pending' returning 1)
      select (select count(*)::int from held) as held, (select count(*)::int from failed) as failed`.execute(
      trx,
    );
    failed += rows[0]?.failed ?? 0;
    return rows[0]?.held ?? 0;
  });
  return failed;
}
