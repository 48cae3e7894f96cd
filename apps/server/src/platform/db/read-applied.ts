import { sqlState } from './failure.ts';
import type { Applied } from './schema-rules.ts';

/**
 * Works with databases from before migrations recorded what they need. Empty for a new database.
 */
export async function readApplied(
  ask: (text: string) => Promise<{ rows: Applied[] }>,
): Promise<Applied[]> {
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
