import { sql } from 'kysely';
import type { Database, Trx } from '../db/index.ts';

/** Sets a timeout until the transaction ends. */
export async function setStatementTimeout(trx: Trx, ms: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(trx);
}

/** Name of the newest applied migration. */
export async function readLastMigration(db: Database | Trx): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(db);
  return rows[0]?.name;
}

/** Counts rows in the default partitions, up to a limit. */
export async function countStrayRows(db: Database | Trx): Promise<{ log: string; rows: number }[]> {
  const { rows } = await sql<{ log: string; rows: number }>`
    select 'audit_log' as log, count(*)::int as rows from (select from audit_log_rest limit 100000) part
    union all select 'deliveries', count(*)::int from (select from deliveries_rest limit 100000) part
    union all select 'mails', count(*)::int from (select from mails_rest limit 100000) part`.execute(
    db,
  );
  return rows;
}
