import { sql } from 'kysely';
import { type Database, inSteps, stepRows, type Trx } from '../db/index.ts';

/** Due never, until they are released: what a restored service would do a second time. */
export async function holdJobs(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    update jobs set run_at = 'infinity' where dead_at is null`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function countHeldJobs(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from jobs where dead_at is null and run_at = 'infinity'`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Whose they are. */
export async function accountsHeld(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ id: string | null }>`
    select distinct account_id as id from jobs
    where dead_at is null and run_at = 'infinity' and account_id is not null`.execute(trx);
  return rows.flatMap(({ id }) => id ?? []);
}

/** Due at once, with all their attempts. */
export async function releaseJobs(trx: Trx): Promise<{ count: number; kinds: Set<string> }> {
  const kinds = new Set<string>();
  const count = await inSteps(async () => {
    const { rows } = await sql<{ kind: string }>`
      update jobs set run_at = now(), attempts = 0 where id = any(array(
        select id from jobs where dead_at is null and run_at = 'infinity' limit ${stepRows} for update))
      returning kind`.execute(trx);
    for (const { kind } of rows) kinds.add(kind);
    return rows.length;
  });
  return { count, kinds };
}
