import { readMigrations } from '../db/index.ts';
import type { DatabaseReader } from './of-database.ts';
import type { Metrics } from './start.ts';
import { lastMigration } from './store.ts';

/** Compares the schema with this program's. A newer one belongs to a later version. */
export async function measureSchema({ family }: Metrics): Promise<void> {
  const known = numberOf((await readMigrations()).at(-1)?.name);
  family({
    name: 'insignia_schema_version_known',
    help: 'The number of the last migration that this process knows.',
    type: 'gauge',
    isSameInAll: true,
    read: () => known,
  });
}

export const schemaReader: DatabaseReader = {
  gauges: [
    {
      name: 'insignia_schema_version',
      help: 'The number of the last migration that the database has.',
    },
  ],
  read: async (trx) => [numberOf(await lastMigration(trx))],
};

function numberOf(name = '0'): number {
  return Number(name.split('_')[0]);
}
