import { sql } from 'kysely';
import type { Database, Trx } from '../db/index.ts';

/** Until the transaction ends. */
export async function limitStatements(trx: Trx, ms: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(trx);
}

/** The name of the last one that the database has. */
export async function lastMigration(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(db);
  return rows[0]?.name;
}
