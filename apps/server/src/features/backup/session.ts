import { PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { Database, openClient } from '../../platform/db/index.ts';

/**
 * Makes text formats independent of server settings, disables timeouts, and disables synchronized
 * scans. Set per transaction, as poolers require.
 */
const settings = `
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local client_encoding = 'UTF8';
  set local timezone = 'UTC';
  set local datestyle = 'ISO, MDY';
  set local intervalstyle = 'postgres';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local row_security = off;
  set local synchronize_seqscans = off`;

export type DatabaseSession = { client: pg.Client; db: Database };

/** Runs `work` in one snapshot on a separate connection. */
export function inSnapshot<T>(
  url: string,
  work: (session: DatabaseSession) => Promise<T>,
): Promise<T> {
  return inTransaction(url, 'isolation level repeatable read, read only', work);
}

export async function inTransaction<T>(
  url: string,
  mode: string,
  work: (session: DatabaseSession) => Promise<T>,
): Promise<T> {
  return withOwnConnection(url, async (session) => {
    await session.client.query(`begin ${mode}`);
    await session.client.query(settings);
    const done = await work(session);
    await session.client.query('commit');
    return done;
  });
}

/** For transactions that may take minutes. Uncommitted work is rolled back. */
export async function withOwnConnection<T>(
  url: string,
  work: (session: DatabaseSession) => Promise<T>,
): Promise<T> {
  const { client, close } = await openClient(url);
  try {
    return await work({ client, db: createDatabaseOn(client) });
  } finally {
    await close();
  }
}

/** Wraps the connection for statements of features. */
function createDatabaseOn(client: pg.Client): Database {
  const pooled = { query: client.query.bind(client), release: () => {} };
  const connect = async (): Promise<PostgresPoolClient> => pooled as unknown as PostgresPoolClient;
  const pool = { connect, end: async () => {}, options: {} };
  return new Database(new PostgresDialect({ pool }));
}
