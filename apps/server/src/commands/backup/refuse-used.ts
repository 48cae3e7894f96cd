import { firstUsed, notEmpty, readTables } from '../../platform/backup/index.ts';
import { openClient, refuseUnfit } from '../../platform/db/index.ts';
import { refused } from '../fault.ts';
import { migrationsOf } from './migrations.ts';

/** Only an empty database is restored into. */
export async function refuseUsed(
  url: string,
  migrations: readonly string[],
  what: string,
): Promise<void> {
  const { client, close } = await openClient(url);
  try {
    await refuseUnfit(client);
    const { tables } = await readTables(client);
    const used = await firstUsed(client, tables);
    if (used) throw notEmpty(used);
    const there = await migrationsOf(client);
    if (there.migrations.some((name) => !migrations.includes(name)))
      throw refused(
        `the database has migrations that ${what} did not have yet: take one that has nothing at all`,
      );
  } finally {
    await close();
  }
}
