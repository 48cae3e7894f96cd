import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { isTracing, traceStatement, withTraceparent } from '../tracing/index.ts';
import type { ConnectionQueue } from './connection-queue.ts';
import { isDatabaseUnavailable } from './failure.ts';
import type { FailoverClient } from './hosts.ts';
import { retryOnce } from './retry-once.ts';

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

/** A borrowed connection, and the function that ends its use. */
type Lent = { client: pg.PoolClient; end: () => void };

/** A shorter wait means that a connection was free. */
const NOTICEABLE_MS = 1;

async function acquireClient(
  pool: pg.Pool,
  queue: ConnectionQueue,
  watched: PoolStats,
): Promise<Lent> {
  const began = performance.now();
  const hadIdle = pool.idleCount > 0;
  let waitedMs = 0;
  try {
    const turn = await queue.take();
    waitedMs = turn.waitedMs;
    try {
      return { client: await pool.connect(), end: turn.end };
    } catch (error) {
      turn.end();
      throw error;
    }
  } catch (error) {
    watched.refused++;
    throw error;
  } finally {
    if (!hadIdle || waitedMs > NOTICEABLE_MS) {
      watched.waits++;
      watched.waitedMs += performance.now() - began;
    }
  }
}

/**
 * The pool as Kysely uses it. `isNaming` prepares statements by name, so that PostgreSQL plans them
 * once per connection. Off behind a transaction-mode pooler. Clients that lost their database
 * aren't reused. A statement rolled back by a conflict is retried once.
 */
export function createStatementPool(
  pool: pg.Pool,
  isNaming: boolean,
  watched: PoolStats,
  queue: ConnectionQueue,
): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known || names.size >= MAX_NAMED_STATEMENTS) return known;
    const name = createHash('sha1').update(text).digest('base64url').slice(0, 16);
    names.set(text, name);
    return name;
  };
  const broken = new WeakSet<pg.PoolClient>();
  const inside = new WeakSet<pg.PoolClient>();
  const noteTransaction = (client: pg.PoolClient, text: string): void => {
    if (/^(begin|start transaction)/.test(text)) inside.add(client);
    else if (text === 'commit' || text === 'rollback') inside.delete(client);
  };
  const queryOf = (text: string, values: unknown[] | undefined): pg.QueryConfig => {
    const isNamed = isNaming && values?.length && !text.startsWith(mark);
    const name = isNamed ? nameOf(text) : undefined;
    return { text, ...(values && { values }), ...(name && { name }) };
  };
  const wrapped = new WeakMap<pg.PoolClient, pg.PoolClient>();
  const ends = new WeakMap<pg.PoolClient, () => void>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const { client, end } = await acquireClient(pool, queue, watched);
      ends.set(client, end);
      const known = wrapped.get(client);
      if (known) return known as unknown as PostgresPoolClient;
      const named = Object.create(client) as pg.PoolClient;
      named.query = ((text: unknown, values?: unknown[]) => {
        if (typeof text !== 'string') return client.query(text as string, values);
        noteTransaction(client, text);
        const query = queryOf(withTraceparent(text), values);
        // Inside a transaction, only the whole transaction can be retried.
        const asked = () => runQuery(client, broken, query, watched);
        const work = inside.has(client) ? asked : () => retryOnce(asked);
        return isTracing() ? traceStatement(text, work) : work();
      }) as pg.PoolClient['query'];
      named.release = (reason) => {
        inside.delete(client);
        client.release(reason ?? broken.has(client));
        ends.get(client)?.();
      };
      wrapped.set(client, named);
      return named as unknown as PostgresPoolClient;
    },
  };
}

/**
 * Uses a callback: the promise of pg 8 retains each query's rows until a full garbage collection,
 * so a long export would keep every row in memory.
 */
function runQuery(
  client: pg.PoolClient,
  broken: WeakSet<pg.PoolClient>,
  query: pg.QueryConfig,
  watched: PoolStats,
): Promise<pg.QueryResult> {
  const began = watched.statement ? performance.now() : 0;
  return new Promise((resolve, reject) => {
    void client.query(query, (error: Error | null, result: pg.QueryResult) => {
      watched.statement?.(performance.now() - began, error);
      if (!error) return resolve(result);
      if (isDatabaseUnavailable(error)) {
        broken.add(client);
        (client as Partial<FailoverClient>).gone?.();
      }
      reject(error);
    });
  });
}
