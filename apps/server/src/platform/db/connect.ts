import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import { type ConnectionQueue, createConnectionQueue } from './connection-queue.ts';
import { FailoverPool } from './failover-pool.ts';
import { clientOf, createHosts, silentPeers } from './hosts.ts';
import { withTransactionsOnceMore } from './once-more.ts';
import { askingPool, type Watched } from './statements.ts';
import { readTarget } from './target.ts';
import { tellingOfWork } from './work.ts';

/** All tables, outside any transaction or inside one. It knows none of them: `npm run check:sql` reads each statement. */
export type Database = Kysely<unknown>;
/** What a function asks for when its writes must stand or fall together. */
export type Trx = Transaction<unknown>;

export type Connection = {
  db: Database;
  pool: pg.Pool;
  watched: Watched;
  queue: ConnectionQueue;
  close: () => Promise<void>;
};

// More only make the database's processes wait for each other: measured with bench/ on 2 cores.
const usualPool = 10;

const statementMs = 15_000;
// Longer than the server's own, which answers first unless it has vanished.
const silenceMs = 2_000;

/**
 * Whether something stands between us and the server that hands transactions to other connections: a pooler tells its
 * clients a process number of its own (PostgreSQL documentation, 54.2.1: BackendKeyData).
 */
export async function leadsThroughPooler(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return rows[0].pid !== (client as unknown as { processID: number }).processID;
  } finally {
    client.release();
  }
}

/**
 * A pool on what `DATABASE_URL` names, or on a replica of it; a statement is given up after `answerMs`. `connections` replaces
 * the number that the URL names.
 */
export function connect(
  text: string,
  onError: (error: Error) => void,
  answerMs = statementMs,
  connections?: number,
): Connection {
  const { urls, throughPooler, pool: named = usualPool } = readTarget(text);
  const most = connections ?? named;
  const hosts = createHosts(urls);
  const pool = new FailoverPool(
    {
      Client: clientOf(hosts),
      max: most,
      connectionTimeoutMillis: 3_000,
      idleTimeoutMillis: 60_000,
      query_timeout: answerMs + silenceMs,
      ...silentPeers,
      // A pooler refuses start-up parameters that it does not know.
      ...(throughPooler ? {} : { statement_timeout: answerMs, lock_timeout: 10_000 }),
    } as pg.PoolConfig,
    hosts.count,
  );
  // A connection that breaks is replaced by the pool; an error that nobody listens to would end the process, also
  // while the connection is lent out.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', () => {});
  const watched: Watched = { waits: 0, waitedMs: 0, refused: 0 };
  const queue = createConnectionQueue(most);
  const dialect = new PostgresDialect({ pool: askingPool(pool, !throughPooler, watched, queue) });
  const db = tellingOfWork(withTransactionsOnceMore(new Kysely<unknown>({ dialect })));
  return { db, pool, watched, queue, close: () => db.destroy() };
}
