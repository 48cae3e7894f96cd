import { sql } from 'kysely';
import type { Database, Trx } from './db/index.ts';
import { type Channel, longestPayload, notify } from './listen.ts';

const channel = 'insignia_changes';
const everything = '*';

/** Tells every process that something which it may keep has changed, by names such as `credential/{id}`. */
export type Announce = (...sources: string[]) => Promise<void>;

/**
 * Announces over the database. Whoever does not hear it (a connection that breaks, a pooler) forgets by time, so what is
 * kept must have one; the announcement only makes it soon.
 */
export function createAnnounce(db: Database): Announce {
  return async (...sources) => {
    await notify(db, channel, payloadOf(sources));
  };
}

/** Announces once the transaction is committed, however its process ends. Nobody hears of one that is not. */
export async function announceWith(trx: Trx, ...sources: string[]): Promise<void> {
  await sql`select pg_notify(${channel}, ${payloadOf(sources)})`.execute(trx);
}

function payloadOf(sources: string[]): string {
  const text = JSON.stringify(sources);
  return Buffer.byteLength(text) > longestPayload ? JSON.stringify([everything]) : text;
}

/** Calls `forget` for each source announced, without a name when it may be anything. */
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
