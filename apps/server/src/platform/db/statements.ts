import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { isTracing, traceStatement, withTraceparent } from '../tracing/index.ts';
import type { ConnectionQueue } from './connection-queue.ts';
import { isDatabaseUnavailable } from './failure.ts';
import type { FailoverClient } from './hosts.ts';
import { retryOnce } from './retry-until.ts';

/**
 * Statements are written by hand and few, and lists are passed as arrays. The limit is a safeguard.
 */
const MAX_NAMED_STATEMENTS = 400;

const mark = '/* by values */';

/**
 * Prefix for statements whose best plan depends on their values, such as an account's share of a
 * table. They are unnamed, so PostgreSQL plans each with its values. A named statement soon uses
 * one generic plan, which is wrong for small accounts next to large ones.
 */
export const customPlan: RawBuilder<unknown> = sql.raw(`${mark} `);

/** Pool statistics: waits for a connection and failures. */
export type PoolStats = {
  waits: number;
  waitedMs: number;
  refused: number;
  /** Called after each statement. */
  statement?: (ms: number, error: Error | null) => void;
};

/** A shorter wait means that a connection was free. */
const NOTICEABLE_MS = 1;

/**
 * The pool as Kysely uses it. `isNaming` prepares statements by name, so that PostgreSQL plans them
 * once per connection. Off behind a transaction-mode pooler.
 */
export class StatementPool implements PostgresPool {
  readonly options: object;
  readonly #pool: pg.Pool;
  readonly #isNaming: boolean;
  readonly #stats: PoolStats;
  readonly #queue: ConnectionQueue;
  readonly #names = new Map<string, string>();

  constructor(pool: pg.Pool, isNaming: boolean, stats: PoolStats, queue: ConnectionQueue) {
    this.options = pool.options;
    this.#pool = pool;
    this.#isNaming = isNaming;
    this.#stats = stats;
    this.#queue = queue;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  /** Waits for the request's turn and for a connection. */
  async connect(): Promise<PostgresPoolClient> {
    const stats = this.#stats;
    const began = performance.now();
    const hadIdle = this.#pool.idleCount > 0;
    let waitedMs = 0;
    try {
      const turn = await this.#queue.take();
      waitedMs = turn.waitedMs;
      try {
        const client = await this.#pool.connect();
        const connection = new LentConnection(client, this.#describe, stats, turn.end);
        return connection as unknown as PostgresPoolClient;
      } catch (error) {
        turn.end();
        throw error;
      }
    } catch (error) {
      stats.refused++;
      throw error;
    } finally {
      if (!hadIdle || waitedMs > NOTICEABLE_MS) {
        stats.waits++;
        stats.waitedMs += performance.now() - began;
      }
    }
  }

  readonly #describe: DescribeQuery = (text, values) => {
    const isNamed = this.#isNaming && values?.length && !text.startsWith(mark);
    const name = isNamed ? this.#findName(text) : undefined;
    return { text, ...(values && { values }), ...(name && { name }) };
  };

  #findName(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known || this.#names.size >= MAX_NAMED_STATEMENTS) return known;
    const name = createHash('sha1').update(text).digest('base64url').slice(0, 16);
    this.#names.set(text, name);
    return name;
  }
}

type DescribeQuery = (text: string, values: unknown[] | undefined) => pg.QueryConfig;

/**
 * A connection from the pool until its release. A statement rolled back by a conflict is retried
 * once. A connection that lost its database isn't reused.
 */
class LentConnection {
  readonly #client: pg.PoolClient;
  readonly #describe: DescribeQuery;
  readonly #stats: PoolStats;
  readonly #endTurn: () => void;
  #isInTransaction = false;
  #isBroken = false;

  constructor(
    client: pg.PoolClient,
    describe: DescribeQuery,
    stats: PoolStats,
    endTurn: () => void,
  ) {
    this.#client = client;
    this.#describe = describe;
    this.#stats = stats;
    this.#endTurn = endTurn;
  }

  query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    if (/^(begin|start transaction)/.test(text)) this.#isInTransaction = true;
    else if (text === 'commit' || text === 'rollback') this.#isInTransaction = false;
    const query = this.#describe(withTraceparent(text), values);
    const run = () => this.#run(query);
    // Inside a transaction, only the whole transaction can be retried.
    const work = this.#isInTransaction ? run : () => retryOnce(run);
    return isTracing() ? traceStatement(text, work) : work();
  }

  release(isDiscarded = false): void {
    this.#client.release(isDiscarded || this.#isBroken);
    this.#endTurn();
  }

  /**
   * Uses a callback: the promise of pg 8 retains each query's rows until a full garbage collection,
   * so a long export would keep every row in memory.
   */
  #run(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const { statement } = this.#stats;
    const began = statement ? performance.now() : 0;
    return new Promise((resolve, reject) => {
      void this.#client.query(query, (error: Error | null, result: pg.QueryResult) => {
        statement?.(performance.now() - began, error);
        if (!error) return resolve(result);
        if (isDatabaseUnavailable(error)) {
          this.#isBroken = true;
          (this.#client as Partial<FailoverClient>).gone?.();
        }
        reject(error);
      });
    });
  }
}
