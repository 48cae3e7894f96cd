import pg from 'pg';

export type OpenClient = { client: pg.Client; close: () => Promise<void> };

/** A connection outside the pool, for work that takes long; statements on it have no time-out. */
export async function openClient(url: string): Promise<OpenClient> {
  const target = new URL(url);
  const throughPooler = target.searchParams.get('pgbouncer') === 'true';
  for (const own of ['pgbouncer', 'pool']) target.searchParams.delete(own);
  const client = new pg.Client({
    connectionString: target.href,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  // In a pooler it would stay with a connection that others use too.
  if (!throughPooler) await client.query('set statement_timeout = 0');
  return { client, close: () => client.end().catch(() => {}) };
}
