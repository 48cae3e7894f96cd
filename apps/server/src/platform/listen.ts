import { sql } from 'kysely';
import type { Client, QueryConfig } from 'pg';
import { type Database, openWritable, readTarget } from './db/index.ts';

/** PostgreSQL takes 8,000 bytes. */
export const longestPayload = 7_000;
const reconnectMs = 1_000;
const askEveryMs = 10_000;
const alive = { text: 'select 1', query_timeout: 5_000 } as QueryConfig;

/** What is done with each payload of a channel, and when some may have been missed. */
export type Channel = { name: string; hear: (payload: string) => void; missed: () => void };

/** Tells all who listen; what fails is as if nobody had listened. */
export async function notify(db: Database, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db).catch(() => {});
}

/**
 * Listens to what other processes announce in the database, on a connection of its own; reconnects until stopped. Through a
 * pooler nothing is heard (`DATABASE_LISTEN_URL` leads past it): what follows from an announcement must come about without it too, only later.
 */
export function listen(
  url: string,
  channels: readonly Channel[],
): { ready: Promise<void>; stop: () => Promise<void> } {
  const { urls, throughPooler } = readTarget(url);
  if (throughPooler) return { ready: Promise.resolve(), stop: async () => {} };
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
  let stopped = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const open = async (): Promise<void> => {
    const again = (): void => {
      if (!stopped) timer = setTimeout(() => void open(), reconnectMs);
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
    fresh.on('notification', ({ channel, payload = '' }) => {
      hear(channels, channel, payload);
    });
    if (stopped) return lose();
    try {
      for (const { name } of channels) await fresh.query(`listen ${name}`);
      // Not before: while the database is away, what is kept is all that there is. The first time too: something may have
      // been kept, and changed, before it listened.
      for (const { missed } of channels) missed();
      isReady();
    } catch {
      lose();
    }
  };
  void open();
  return {
    ready,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}

/** What cannot be read is a call all the same: whoever may connect to the database may send anything. */
function hear(channels: readonly Channel[], channel: string, payload: string): void {
  const heard = channels.find(({ name }) => name === channel);
  try {
    heard?.hear(payload);
  } catch {
    heard?.missed();
  }
}
