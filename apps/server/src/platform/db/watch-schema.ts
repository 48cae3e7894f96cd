import { sql } from 'kysely';
import type { Database } from './connect.ts';
import { readMigrations } from './migration-files.ts';
import { readApplied } from './read-applied.ts';
import { type Applied, compareSchemas, type SchemaDifference } from './schema-rules.ts';

/** Load balancers ask several times a second. */
const keptMs = 2_000;

/** Tells how the database has gone on since this process began: others migrate it while they take its place. */
export function watchSchema(db: Database): () => Promise<SchemaDifference> {
  // Now: who puts a newer version in place of these files may do it before this process ends.
  const known = readMigrations().then((files) => files.map(({ name }) => name));
  known.catch(() => {});
  let last: { at: number; answer: Promise<SchemaDifference> } | undefined;
  const look = async (): Promise<SchemaDifference> => {
    return compareSchemas(
      await known,
      await readApplied((text) => sql<Applied>`${sql.raw(text)}`.execute(db)),
    );
  };
  return () => {
    if (last && performance.now() - last.at < keptMs) return last.answer;
    const answer = look();
    last = { at: performance.now(), answer };
    answer.catch(() => {
      if (last?.answer === answer) last = undefined;
    });
    return answer;
  };
}
