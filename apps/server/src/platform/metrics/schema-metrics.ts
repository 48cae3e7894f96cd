import { readMigrations } from '../db/index.ts';
import type { DatabaseReader } from './database-metrics.ts';
import type { Metrics } from './start.ts';
import { readLastMigration } from './store.ts';

/** Compares the schema with this program's. A newer one belongs to a later version. */
export async function measureSchema({ family }: Metrics): Promise<void> {
  const known = readMigrationNumber((await readMigrations()).at(-1)?.name);
  family({
    name: 'insignia_schema_version_known',
    help: 'Number of the last migration that this process knows.',
    type: 'gauge',
    isSameInAll: true,
    read: () => known,
  });
}

export const schemaReader: DatabaseReader = {
  gauges: [
    {
      name: 'insignia_schema_version',
      help: 'Number of the last migration in the database.',
    },
  ],
  read: async (trx) => [readMigrationNumber(await readLastMigration(trx))],
};

function readMigrationNumber(name = '0'): number {
  return Number(name.split('_')[0]);
}
