import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** Statement texts are written by hand and few; lists of varying length are passed as arrays. The bound is a belt. */
const most = 400;

/**
 * The pool as Kysely uses it. `isNaming` gives every statement a name, so that PostgreSQL parses and plans it once a
 * connection; off behind a pooler that hands each transaction to another connection.
 */
export function askingPool(pool: pg.Pool, isNaming: boolean): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known || names.size >= most) return known;
    const name = createHash('sha1').update(text).digest('base64url').slice(0, 16);
    names.set(text, name);
    return name;
  };
  const wrapped = new WeakMap<pg.PoolClient, pg.PoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client);
      if (known) return known as unknown as PostgresPoolClient;
      const named = Object.create(client) as pg.PoolClient;
      named.query = ((text: unknown, values?: unknown[]) => {
        if (typeof text !== 'string') return client.query(text as string, values);
        const name = isNaming && values?.length ? nameOf(text) : undefined;
        return ask(client, { text, ...(values && { values }), ...(name && { name }) });
      }) as pg.PoolClient['query'];
      wrapped.set(client, named);
      return named as unknown as PostgresPoolClient;
    },
  };
}

/**
 * By callback: the promise that pg 8 makes itself keeps each query's rows until the next full garbage collection, so a
 * long export grew the process by every row that it had read.
 */
function ask(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    void client.query(query, (error: Error | null, result: pg.QueryResult) => {
      if (error) reject(error);
      else resolve(result);
    });
  });
}
