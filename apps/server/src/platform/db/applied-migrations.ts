import { sqlState } from './failure.ts';
import type { AppliedMigration } from './schema-rules.ts';

/**
 * Works with databases from before migrations recorded what they need. Empty for a new database.
 */
export async function readAppliedMigrations(
  ask: (text: string) => Promise<{ rows: AppliedMigration[] }>,
): Promise<AppliedMigration[]> {
  try {
    const { rows } = await ask(
      `select name, to_jsonb(kysely_migration) ->> 'needs' as needs from kysely_migration`,
    );
    return rows;
  } catch (error) {
    if (sqlState(error) === '42P01') return [];
    throw error;
  }
}
