import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';
import { createClientClass, createHosts, keepAliveOptions } from './hosts.ts';
import { readTarget } from './target.ts';

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
