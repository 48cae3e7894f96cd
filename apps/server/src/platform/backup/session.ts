import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { type Database, openClient } from '../db/index.ts';

/**
 * Texts of values come out, and are read, the same whatever the server is set to; nothing ends because it takes long; and a
 * table is read from its beginning, also while others read it. For the transaction only, as poolers want it.
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

export type Session = { client: pg.Client; db: Database };

/** One transaction on a connection of its own, with all that is asked in it as it was when it began. */
export function inSnapshot<T>(url: string, work: (session: Session) => Promise<T>): Promise<T> {
  return inTransaction(url, 'isolation level repeatable read, read only', work);
}

export async function inTransaction<T>(
  url: string,
  mode: string,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { client, close } = await openClient(url);
  try {
    await client.query(`begin ${mode}`);
    await client.query(settings);
    const done = await work({ client, db: databaseOn(client) });
    await client.query('commit');
    return done;
  } finally {
    // What was not committed has not happened.
    await close();
  }
}

/** Statements of features, asked in the transaction of this connection. */
function databaseOn(client: pg.Client): Database {
  const lent = { query: client.query.bind(client), release: () => {} };
  const connect = async (): Promise<PostgresPoolClient> => lent as unknown as PostgresPoolClient;
  const pool = { connect, end: async () => {}, options: {} };
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
}
