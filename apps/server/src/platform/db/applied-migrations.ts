import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { sqlState } from './failure.ts';
import { type AppliedMigration, compareSchemas, type SchemaDifference } from './schema-rules.ts';

const ownDirectory = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const marker = /^-- outside a transaction\s*$/;

/**
 * `-- needs 0056_name` in a file that removes something names the migration that programs must know
 * to run afterward.
 */
const needsMarker = /^-- needs (\d{4}_\w+)\s*$/m;

export type MigrationFile = {
  name: string;
  text: string;
  isOutside: boolean;
  needs: string | undefined;
};

/** Sorted by number. */
export async function readMigrations(directory = ownDirectory): Promise<MigrationFile[]> {
  const files = (await readdir(directory)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(`${directory}/${file}`, 'utf8');
      const [first = ''] = text.split('\n', 1);
      return {
        ...{ name: file.replace('.sql', ''), text, isOutside: marker.test(first) },
        needs: needsMarker.exec(text)?.[1],
      };
    }),
  );
}

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
