import { after } from 'node:test';
import { sql } from 'kysely';
import { connect, type Database } from '../../src/platform/db/index.ts';
import { createDatabase } from './database.ts';
import { waitForCondition } from './wait-for-condition.ts';

/** A database for the test file, dropped at its end. */
export async function databaseForFile(): Promise<Database> {
  const database = await createDatabase();
  const { db, close } = connect(database.url, () => {});
  after(async () => {
    await close();
    await database.drop();
  });
  return db;
}

/** Waits until this many sessions are blocked by locks. */
export function waitUntilBlocked(db: Database, count = 1): Promise<void> {
  return waitForCondition(`${count} wait for a lock`, async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length >= count;
  });
}
