import { databaseNotEmpty, findUsedTable, readTables } from '../../features/backup/index.ts';
import { assertSupportedDatabase, openClient } from '../../platform/db/index.ts';
import { createRefusal } from '../command-error.ts';
import { readMigrationStatus } from './migrations.ts';

/** Only an empty database is restored into. */
export async function requireEmptyDatabase(
  url: string,
  migrations: readonly string[],
  what: string,
): Promise<void> {
  const { client, close } = await openClient(url);
  try {
    await assertSupportedDatabase(client);
    const { tables } = await readTables(client);
    const used = await findUsedTable(client, tables);
    if (used) throw databaseNotEmpty(used);
    const there = await readMigrationStatus(client);
    if (there.migrations.some((name) => !migrations.includes(name)))
      throw createRefusal(
        `the database has migrations that weren't in ${what}. Use an empty database`,
      );
  } finally {
    await close();
  }
}
