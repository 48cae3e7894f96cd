import { readFile } from 'node:fs/promises';
import type { Client } from 'pg';
import { readMigrations } from '../../platform/db/index.ts';

export type MigrationStatus = { migrations: string[]; missing: string[]; newer: string[] };

/** Migrations of a database compared with this program's. */
export async function readMigrationStatus(client: Client): Promise<MigrationStatus> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as "isThere"`,
  );
  const found = rows[0]?.isThere
    ? await client.query<{ name: string }>('select name from kysely_migration order by name')
    : { rows: [] };
  return compareMigrations(found.rows.map(({ name }) => name));
}

export async function compareMigrations(migrations: string[]): Promise<MigrationStatus> {
  const known = (await readMigrations()).map(({ name }) => name);
  return {
    migrations,
    missing: known.filter((name) => !migrations.includes(name)),
    newer: migrations.filter((name) => !known.includes(name)),
  };
}

/** Other versions may render documents differently. */
export async function programVersion(): Promise<string> {
  const file = new URL('../../../package.json', import.meta.url);
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
  return version;
}
