import { sql } from 'kysely';
import { type Database, MAX_STEP_ROWS, repeatInSteps, type Trx } from '../db/index.ts';

/** Postpones jobs until released: a restored service might repeat them. */
export async function pauseJobs(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    update jobs set run_at = 'infinity' where dead_at is null`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function countPausedJobs(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from jobs where dead_at is null and run_at = 'infinity'`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Accounts with paused jobs. */
export async function listPausedAccounts(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ id: string | null }>`
    select distinct account_id as id from jobs
    where dead_at is null and run_at = 'infinity' and account_id is not null`.execute(trx);
  return rows.flatMap(({ id }) => id ?? []);
}

/** Makes paused jobs due now, with all attempts. */
export async function resumeJobs(trx: Trx): Promise<{ count: number; kinds: Set<string> }> {
  const kinds = new Set<string>();
  const count = await repeatInSteps(async () => {
    const { rows } = await sql<{ kind: string }>`
      update jobs set run_at = now(), attempts = 0 where id = any(array(
        select id from jobs where dead_at is null and run_at = 'infinity' limit ${MAX_STEP_ROWS} for update))
      returning kind`.execute(trx);
    for (const { kind } of rows) kinds.add(kind);
    return rows.length;
  });
  return { count, kinds };
}
