import { sql } from 'kysely';
import type { Client, QueryConfig } from 'pg';
import { type Database, openWritable, readTarget } from './db/index.ts';

const channel = 'insignia_changes';
// PostgreSQL takes 8,000 bytes.
const longestPayload = 7_000;
const everything = '*';
const reconnectMs = 1_000;
const askEveryMs = 10_000;
const alive = { text: 'select 1', query_timeout: 5_000 } as QueryConfig;

/** Tells every process that something which it may keep has changed, by names such as `credential/{id}`. */
export type Announce = (...sources: string[]) => Promise<void>;

/**
 * Announces over the database. Whoever does not hear it (a connection that breaks, a pooler) forgets by time, so what is
 * kept must have one; the announcement only makes it soon.
 */
export function createAnnounce(db: Database): Announce {
  return async (...sources) => {
    const text = JSON.stringify(sources);
    const payload = text.length > longestPayload ? JSON.stringify([everything]) : text;
    await sql`select pg_notify(${channel}, ${payload})`.execute(db).catch(() => {});
  };
}

/** Calls `forget` for each source announced, without a name when it may be anything. Reconnects until stopped. */
export function listenForChanges(
  url: string,
  forget: (source: string | undefined) => void,
): { stop: () => Promise<void> } {
  const { urls, throughPooler } = readTarget(url);
  if (throughPooler) return { stop: async () => {} };
  let stopped = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let mayHaveMissed = false;

  const listen = async (): Promise<void> => {
    const again = (): void => {
      if (!stopped) timer = setTimeout(() => void listen(), reconnectMs);
    };
    const fresh = await openWritable(urls).catch(() => undefined);
    if (!fresh) return again();
    client = fresh;
    let isLost = false;
    const lose = (): void => {
      if (isLost) return;
      isLost = true;
      clearInterval(asking);
      void fresh.end().catch(() => {});
      again();
    };
    // A database that vanished says nothing, just as one in which nothing changes.
    const asking = setInterval(() => {
      void fresh.query(alive).catch(lose);
    }, askEveryMs);
    fresh.on('error', lose).on('end', lose);
    fresh.on('notification', ({ payload = '[]' }) => {
      for (const source of JSON.parse(payload) as string[])
        forget(source === everything ? undefined : source);
    });
    if (stopped) return lose();
    try {
      await fresh.query(`listen ${channel}`);
      // Not before: while the database is away, what is kept is all that there is.
      if (mayHaveMissed) forget(undefined);
      mayHaveMissed = true;
    } catch {
      lose();
    }
  };
  void listen();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
