import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from './db/index.ts';

const channel = 'insignia_changes';
// PostgreSQL takes 8,000 bytes.
const longestPayload = 7_000;
const everything = '*';
const reconnectMs = 1_000;

/** Tells every process that something which it may keep has changed, by names such as `award/{id}`. */
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
  const target = new URL(url);
  if (target.searchParams.get('pgbouncer') === 'true') return { stop: async () => {} };
  target.searchParams.delete('pool');
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let mayHaveMissed = false;

  const listen = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: target.href, connectionTimeoutMillis: 3_000 });
    client = fresh;
    let isLost = false;
    const lose = (): void => {
      if (isLost || stopped) return;
      isLost = true;
      void fresh.end().catch(() => {});
      timer = setTimeout(() => void listen(), reconnectMs);
    };
    fresh.on('error', lose).on('end', lose);
    fresh.on('notification', ({ payload = '[]' }) => {
      for (const source of JSON.parse(payload) as string[])
        forget(source === everything ? undefined : source);
    });
    try {
      await fresh.connect();
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
