import { sql } from 'kysely';
import type { Database, Trx } from './db/index.ts';
import { type Channel, longestPayload, notify } from './listen.ts';

const channel = 'insignia_changes';
const everything = '*';

/** Invalidates cache tags such as `credential/{id}` in every process. */
export type Announce = (...sources: string[]) => Promise<void>;

/**
 * Announces through the database. Processes that miss it (broken connection, pooler) expire entries
 * by time, so announcements only speed up invalidation.
 */
export function createAnnounce(db: Database): Announce {
  return async (...sources) => {
    await notify(db, channel, payloadOf(sources));
  };
}

/** Announces on commit, even if this process dies. Rolled-back transactions announce nothing. */
export async function announceWith(trx: Trx, ...sources: string[]): Promise<void> {
  await sql`select pg_notify(${channel}, ${payloadOf(sources)})`.execute(trx);
}

function payloadOf(sources: string[]): string {
  const text = JSON.stringify(sources);
  return Buffer.byteLength(text) > longestPayload ? JSON.stringify([everything]) : text;
}

/** Calls `forget` for each announced tag, or without a tag if anything may have changed. */
export function hearChanges(forget: (source: string | undefined) => void): Channel {
  return {
    name: channel,
    hear: (payload) => {
      for (const source of JSON.parse(payload) as string[])
        forget(source === everything ? undefined : source);
    },
    missed: () => forget(undefined),
  };
}
