import { sql } from 'kysely';
import type { Database } from './database.ts';
import { sqlState } from './failure.ts';
import { readMigrations } from './migration-files.ts';
import { type AppliedMigration, compareSchemas, type SchemaDifference } from './schema-rules.ts';

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

/** Load balancers poll several times a second. */
const cacheMs = 2_000;

/**
 * Reports how the schema has changed since the start, because newer processes may have migrated it.
 */
export function watchSchema(db: Database): () => Promise<SchemaDifference> {
  // Read now: an upgrade may replace these files before this process ends.
  const known = readMigrations().then((files) => files.map(({ name }) => name));
  known.catch(() => {});
  let last: { at: number; answer: Promise<SchemaDifference> } | undefined;
  const look = async (): Promise<SchemaDifference> => {
    return compareSchemas(
      await known,
      await readAppliedMigrations((text) => sql<AppliedMigration>`${sql.raw(text)}`.execute(db)),
    );
  };
  return () => {
    if (last && performance.now() - last.at < cacheMs) return last.answer;
    const answer = look();
    last = { at: performance.now(), answer };
    answer.catch(() => {
      if (last?.answer === answer) last = undefined;
    });
    return answer;
  };
}
