import { sqlState } from './failure.ts';
import type { Applied } from './schema-rules.ts';

/** Also of databases from before migrations told what they need; none has been applied to an empty one. */
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
