import type pg from 'pg';
import { openClient } from './open-client.ts';

/**
 * Kysely's number, so that older versions of this program, which migrated with its Migrator, wait
 * too.
 */
const lock = '3853314791062309107';
const restMs = 200;

/**
 * Waits until no other process migrates. Ending the connection releases the lock. A transaction
 * holds it, because poolers lose session locks, and it is polled, because `create index
 * concurrently` waits for waiting statements.
 */
export async function acquireMigrationLock(
  url: string,
  onWait: (message: string) => void = () => {},
): Promise<{ end: () => Promise<void> }> {
  const { client, close } = await openClient(url);
  try {
    for (let tries = 0; !(await tryLock(client)); tries++) {
      if (tries === 0) onWait('another process is migrating the database: waiting for it');
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { end: close };
}

async function tryLock(client: pg.Client): Promise<boolean> {
  await client.query('begin; set local idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query(`select pg_try_advisory_xact_lock(${lock}) as mine`);
  if (!rows[0].mine) await client.query('rollback');
  return rows[0].mine;
}
