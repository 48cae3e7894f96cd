import { readFile } from 'node:fs/promises';
import type { Client } from 'pg';
import {
  findUnfinishedRestore,
  readMigrations,
  UnfinishedRestoreError,
} from '../../platform/db/index.ts';
import { CommandError, createRefusal } from '../command-error.ts';

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

/**
 * Reads the migrations of a database to copy. Refuses one that can't be copied completely. `purpose`
 * is a verb, such as “back up”.
 */
export async function requireCopyableDatabase(
  client: Client,
  purpose: string,
): Promise<MigrationStatus> {
  const broken = await findUnfinishedRestore(client);
  if (broken) throw new UnfinishedRestoreError(broken);
  const status = await readMigrationStatus(client);
  if (status.newer.length > 0)
    throw new CommandError(
      'unfit',
      `the database belongs to a newer version of Insignia (${status.newer.join(', ')}). Use that version's command line`,
    );
  if (status.migrations.length === 0)
    throw createRefusal(`the database is empty, so there is nothing to ${purpose}`);
  return status;
}

/** Other versions may render documents differently. */
export async function programVersion(): Promise<string> {
  const file = new URL('../../../package.json', import.meta.url);
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
  return version;
}
