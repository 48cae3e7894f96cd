import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import {
  createAccountTurns,
  createDatabaseQueue,
  currentCall,
  type EndUse,
  MAX_OTHER_TURN_MS,
} from '../limits/call-context.ts';
import {
  DEFAULT_MAX_WAIT_MS,
  type FairQueue,
  type FairQueueFigures,
} from '../limits/fair-queue.ts';
import { isTracing, traceStatement, withTraceparent } from '../tracing/index.ts';
import { restAfterConflict } from './database.ts';
import { isDatabaseUnavailable, isRolledBack } from './failure.ts';
import type { FailoverClient } from './hosts.ts';

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

/** Maximum time that a request waits for connections, all of its waits together. */
const MAX_WAIT_MS = DEFAULT_MAX_WAIT_MS;
/**
 * A request that has used up its waiting time still waits up to this long for its next connection:
 * longer than another request of its account may take.
 */
const MIN_WAIT_MS = 2 * MAX_OTHER_TURN_MS;

type Options = {
  /** Connections of the pool. */
  slots: number;
  /** Prepares statements by name, so that PostgreSQL plans them once per connection. Off behind a transaction-mode pooler. */
  isNaming: boolean;
  stats: PoolStats;
};

/**
 * The pool as Kysely uses it. Divides the connections between clients, so that no client can use
 * all of them. Public reads are served first, and background work doesn't wait.
 */
export class StatementPool implements PostgresPool {
  readonly options: object;
  readonly figures: FairQueueFigures;
  readonly accountFigures: FairQueueFigures;
  readonly #pool: pg.Pool;
  readonly #isNaming: boolean;
  readonly #stats: PoolStats;
  readonly #queue: FairQueue;
  readonly #turns = createAccountTurns();
  readonly #names = new Map<string, string>();
  /** One object per connection, because Kysely keeps what it knows about a connection by object. */
  readonly #connections = new WeakMap<pg.PoolClient, StatementConnection>();

  constructor(pool: pg.Pool, { slots, isNaming, stats }: Options) {
    this.options = pool.options;
    this.#pool = pool;
    this.#isNaming = isNaming;
    this.#stats = stats;
    this.#queue = createDatabaseQueue('requests', { slots });
    this.figures = this.#queue.figures;
    this.accountFigures = this.#turns.figures;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  /** Waits for the account's turn, then for the request's turn, then for a connection. */
  async connect(): Promise<PostgresPoolClient> {
    const stats = this.#stats;
    const call = currentCall.getStore();
    const startedAt = performance.now();
    let [waitingSince, hadIdle, queuedMs] = [startedAt, this.#pool.idleCount > 0, 0];
    const ends: EndUse[] = [];
    try {
      if (call) {
        const maxWaitMs = Math.max(MIN_WAIT_MS, MAX_WAIT_MS - call.waitedMs);
        ends.push(await this.#turns.take(call, maxWaitMs));
        // Waiting behind other requests of the account isn't waiting for a connection.
        [waitingSince, hadIdle] = [performance.now(), this.#pool.idleCount > 0];
        ends.push(await this.#queue.enter(call.client, { isFirst: call.isPublicRead, maxWaitMs }));
        queuedMs = performance.now() - waitingSince;
        call.waitedMs += performance.now() - startedAt;
      }
      const client = await this.#pool.connect();
      let connection = this.#connections.get(client);
      if (!connection) {
        connection = new StatementConnection(client, this.#describe, stats);
        this.#connections.set(client, connection);
      }
      connection.ends = ends;
      connection.lentAt = performance.now();
      return connection as unknown as PostgresPoolClient;
    } catch (error) {
      for (const end of ends) end(0);
      stats.refused++;
      throw error;
    } finally {
      if (!hadIdle || queuedMs > NOTICEABLE_MS) {
        stats.waits++;
        stats.waitedMs += performance.now() - waitingSince;
      }
    }
  }

  readonly #describe: DescribeQuery = (text, values) => {
    if (!this.#isNaming || !values?.length || text.startsWith(mark))
      return { text, ...(values && { values }) };
    let name = this.#names.get(text);
    if (!name && this.#names.size < MAX_NAMED_STATEMENTS) {
      name = createHash('sha1').update(text).digest('base64url').slice(0, 16);
      this.#names.set(text, name);
    }
    return { text, values, ...(name && { name }) };
  };
}

type DescribeQuery = (text: string, values: unknown[] | undefined) => pg.QueryConfig;

/**
 * A connection as Kysely uses it. A statement rolled back by a conflict is retried once. A connection
 * that lost its database isn't reused.
 */
class StatementConnection {
  /** Ends the turns of the request that uses the connection. */
  ends: EndUse[] = [];
  lentAt = 0;
  readonly #client: pg.PoolClient;
  readonly #describe: DescribeQuery;
  readonly #stats: PoolStats;
  readonly #isTraced = isTracing();
  #isInTransaction = false;
  #isBroken = false;

  constructor(client: pg.PoolClient, describe: DescribeQuery, stats: PoolStats) {
    this.#client = client;
    this.#describe = describe;
    this.#stats = stats;
  }

  query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    const isStart = /^(begin|start transaction)/.test(text);
    // Inside a transaction, only the whole transaction can be retried.
    const mayRetry = !isStart && !this.#isInTransaction;
    if (isStart) this.#isInTransaction = true;
    else if (text === 'commit' || text === 'rollback') this.#isInTransaction = false;
    const query = this.#describe(isStart ? withTraceparent(text) : text, values);
    if (!this.#isTraced) return this.#send(query, mayRetry);
    return traceStatement(text, () => this.#send(query, mayRetry));
  }

  /**
   * Uses a callback: the promise of pg 8 retains each query's rows until a full garbage collection,
   * so a long export would keep every row in memory.
   */
  #send(query: pg.QueryConfig, mayRetry: boolean): Promise<pg.QueryResult> {
    const { statement } = this.#stats;
    const startedAt = statement ? performance.now() : 0;
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
    void this.#client.query(query, (error: Error | null, result: pg.QueryResult) => {
      statement?.(performance.now() - startedAt, error);
      if (!error) return resolve(result);
      if (mayRetry && isRolledBack(error))
        return resolve(restAfterConflict().then(() => this.#send(query, false)));
      if (isDatabaseUnavailable(error)) {
        this.#isBroken = true;
        (this.#client as Partial<FailoverClient>).forget?.();
      }
      reject(error);
    });
    return promise;
  }

  release(isDiscarded = false): void {
    this.#client.release(isDiscarded || this.#isBroken);
    this.#isInTransaction = false;
    const usedMs = performance.now() - this.lentAt;
    for (const end of this.ends.splice(0)) end(usedMs);
  }
}
