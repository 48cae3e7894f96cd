import { sql } from 'kysely';
import { readAppliedMigrations } from './applied-migrations.ts';
import type { Database } from './database.ts';
import { readMigrations } from './migration-files.ts';
import { type AppliedMigration, compareSchemas, type SchemaDifference } from './schema-rules.ts';

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
