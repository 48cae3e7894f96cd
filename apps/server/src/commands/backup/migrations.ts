import type { Client } from 'pg';
import { readMigrations } from '../../platform/db/index.ts';

export type Migrations = { migrations: string[]; missing: string[]; newer: string[] };

/** Migrations of a database compared with this program's. */
export async function migrationsOf(client: Client): Promise<Migrations> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as "isThere"`,
  );
  const found = rows[0]?.isThere
    ? await client.query<{ name: string }>('select name from kysely_migration order by name')
    : { rows: [] };
  return beside(found.rows.map(({ name }) => name));
}

export async function beside(migrations: string[]): Promise<Migrations> {
  const known = (await readMigrations()).map(({ name }) => name);
  return {
    migrations,
    missing: known.filter((name) => !migrations.includes(name)),
    newer: migrations.filter((name) => !known.includes(name)),
  };
}
