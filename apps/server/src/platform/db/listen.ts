import { sql } from 'kysely';
import type { Client, QueryConfig } from 'pg';
import { type Database, openWritableClient, readTarget } from './index.ts';

/** PostgreSQL's limit is 8,000 bytes. */
export const MAX_PAYLOAD_BYTES = 7_000;
const reconnectMs = 1_000;
const askEveryMs = 10_000;
const keepAliveQuery = { text: 'select 1', query_timeout: 5_000 } as QueryConfig;

/** Handlers for payloads of a channel, and for possibly missed ones. */
export type Channel = { name: string; onMessage: (payload: string) => void; onMissed: () => void };

/** Notifies all listeners. Errors are ignored, because notifications may be lost anyway. */
export async function notify(db: Database, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db).catch(() => {});
}

/**
 * Listens on its own connection and reconnects until stopped. Nothing arrives through a pooler (see
 * `DATABASE_LISTEN_URL`), so everything must also work without notifications, only later.
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
    const fresh = await openWritableClient(urls).catch(() => undefined);
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
    // Detects a vanished database, which looks like an idle one.
    const asking = setInterval(() => {
      void fresh.query(keepAliveQuery).catch(lose);
    }, askEveryMs);
    fresh.on('error', lose).on('end', lose);
    fresh.on('notification', ({ channel, payload = '' }) => {
      dispatchNotification(channels, channel, payload);
    });
    if (stopped) return lose();
    try {
      for (const { name } of channels) await fresh.query(`listen ${name}`);
      // After reconnecting, not before: while the database is unavailable, cached data is all there
      // is. Also on the first connection.
      for (const { onMissed } of channels) onMissed();
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

/**
 * Anyone with database access can send anything, so an unreadable payload counts as a missed one.
 */
function dispatchNotification(
  channels: readonly Channel[],
  channel: string,
  payload: string,
): void {
  const target = channels.find(({ name }) => name === channel);
  try {
    target?.onMessage(payload);
  } catch {
    target?.onMissed();
  }
}

const channel = 'insignia_work';

/** Notifications are batched, because each is a commit that other notifications wait for. */
const paceMs = 25;

/**
 * Notifies workers of other processes about job kinds that no worker here handles. Workers also
 * poll, so a lost notification only delays work. The returned function stops and waits for the last
 * one.
 */
export function forwardWakeups(db: Database): () => Promise<void> {
  const kinds = new Set<string>();
  let last: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const send = (): void => {
    timer = undefined;
    if (kinds.size === 0) return;
    last = notify(db, channel, JSON.stringify([...kinds]));
    kinds.clear();
    timer = setTimeout(send, paceMs).unref();
  };
  const stopListening = db.signals.onRemote((caused) => {
    for (const kind of caused) kinds.add(kind);
    if (!timer) send();
  });
  return async () => {
    stopListening();
    clearTimeout(timer);
    send();
    clearTimeout(timer);
    await last;
  };
}

/** Wakes local workers when another process notifies. */
export function createWakeChannel(db: Database): Channel {
  return {
    name: channel,
    onMessage: (payload) => db.signals.wakeLocal(JSON.parse(payload) as string[]),
    onMissed: () => {},
  };
}
