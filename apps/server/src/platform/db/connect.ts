import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.ts';
import { askingPool } from './statements.ts';

/** All tables, outside any transaction or inside one. */
export type Database = Kysely<DB>;
/** What a function asks for when its writes must stand or fall together. */
export type Trx = Transaction<DB>;

export type Connection = { db: Database; pool: pg.Pool; close: () => Promise<void> };

// More only make the database's processes wait for each other: measured with bench/ on 2 cores.
const usualPool = 10;

/** `pgbouncer=true` and `pool=5` in the URL are ours: a pooler in between, and connections at most. */
export function connect(url: string, onError: (error: Error) => void): Connection {
  const target = new URL(url);
  const throughPooler = target.searchParams.get('pgbouncer') === 'true';
  const most = Number(target.searchParams.get('pool') ?? usualPool);
  for (const own of ['pgbouncer', 'pool']) target.searchParams.delete(own);
  const pool = new pg.Pool({
    connectionString: target.href,
    max: most,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 60_000,
    // A pooler refuses start-up parameters that it does not know.
    ...(throughPooler ? {} : { statement_timeout: 15_000, lock_timeout: 10_000 }),
  });
  // A connection that breaks is replaced by the pool; an error that nobody listens to would end the process, also
  // while the connection is lent out.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', () => {});
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: askingPool(pool, !throughPooler) }),
  });
  return { db, pool, close: () => db.destroy() };
}
