import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';

const directory = fileURLToPath(new URL('../../../migrations/', import.meta.url));

const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(directory)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
    const migrations: Record<string, Migration> = {};
    for (const file of files) {
      const text = await readFile(`${directory}${file}`, 'utf8');
      migrations[file.replace('.sql', '')] = {
        up: async (db) => {
          await sql.raw(text).execute(db);
        },
      };
    }
    return migrations;
  },
};

/** Brings the database to this program's version: all that is missing in one transaction, under Kysely's lock. */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const { error, results } = await new Migrator({ db, provider: sqlFiles }).migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw new Error(`migration ${failed ?? ''} failed: ${(error as Error).message ?? error}`, {
    cause: error,
  });
}
