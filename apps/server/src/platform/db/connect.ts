import { PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { FairQueueFigures } from '../limits/fair-queue.ts';
import { Database } from './database.ts';
import { createClientClass, createHosts, keepAliveOptions } from './hosts.ts';
import { type PoolStats, StatementPool } from './statement-pool.ts';
import { readTarget } from './target.ts';

export type DatabaseConnection = {
  db: Database;
  pool: pg.Pool;
  watched: PoolStats;
  /** Requests that use or wait for a connection. */
  queue: FairQueueFigures;
  /** Requests that use the database in their account's turn, or wait for it. */
  turns: FairQueueFigures;
  close: () => Promise<void>;
};

// More connections only make server processes wait for each other (measured with bench/ on 2
// cores).
const DEFAULT_POOL_SIZE = 10;

const statementMs = 15_000;
// Longer than the server's timeout, which responds first unless the server is gone.
const silenceMs = 2_000;

/**
 * Detects a transaction-mode pooler: it reports its own process number to clients (PostgreSQL
 * documentation, 54.2.1: BackendKeyData).
 */
export async function isBehindPooler(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return rows[0].pid !== (client as unknown as { processID: number }).processID;
  } finally {
    client.release();
  }
}

/**
 * Opens a pool on the database of `DATABASE_URL`, or on a replica of it. Statements time out after
 * `answerMs`, and `connections` replaces the number in the URL.
 */
export function connect(
  text: string,
  onError: (error: Error) => void,
  answerMs = statementMs,
  connections?: number,
): DatabaseConnection {
  const { urls, throughPooler, pool: named = DEFAULT_POOL_SIZE } = readTarget(text);
  const maxConnections = connections ?? named;
  const hosts = createHosts(urls);
  const config = {
    Client: createClientClass(hosts),
    max: maxConnections,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 60_000,
    query_timeout: answerMs + silenceMs,
    ...keepAliveOptions,
    // Poolers refuse unknown startup parameters.
    ...(throughPooler ? {} : { statement_timeout: answerMs, lock_timeout: 10_000 }),
  } as pg.PoolConfig;
  const pool = hosts.count > 1 ? new FailoverPool(config, hosts.count) : new pg.Pool(config);
  // The pool replaces broken connections. Without a listener, an error would end the process, even
  // while the connection is in use.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', () => {});
  const watched: PoolStats = { waits: 0, waitedMs: 0, refused: 0 };
  const statements = new StatementPool(pool, {
    ...{ slots: maxConnections, isNaming: !throughPooler, stats: watched },
  });
  const { figures: queue, accountFigures: turns } = statements;
  const db = new Database(new PostgresDialect({ pool: statements }));
  return { db, pool, watched, queue, turns, close: () => db.close() };
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** Tries each host before reporting that none is reachable. */
class FailoverPool extends pg.Pool {
  readonly #hosts: number;

  constructor(config: pg.PoolConfig, hosts: number) {
    super(config);
    this.#hosts = hosts;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connecting = this.#seek();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #seek(): Promise<pg.PoolClient> {
    for (let tries = 1; ; tries += 1)
      try {
        return await super.connect();
      } catch (error) {
        if (tries >= this.#hosts) throw error;
      }
  }
}

export type OpenClient = { client: pg.Client; close: () => Promise<void> };

/** Connects to the first host that responds and accepts writes. */
export async function openWritableClient(urls: readonly string[]): Promise<pg.Client> {
  const hosts = createHosts(urls);
  const Client = createClientClass(hosts);
  for (let tries = 1; ; tries += 1) {
    const client = new Client({ connectionTimeoutMillis: 5_000, ...keepAliveOptions });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (tries >= hosts.count) throw error;
    }
  }
}

/** A connection outside the pool for long work, without statement timeout. */
export async function openClient(text: string): Promise<OpenClient> {
  const { urls, throughPooler } = readTarget(text);
  const client = await openWritableClient(urls);
  // In a pooler, the setting would affect other clients.
  if (!throughPooler) await client.query('set statement_timeout = 0');
  return { client, close: () => client.end().catch(() => {}) };
}

/** Resolves when the database responds. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
