import { sql } from 'kysely';
import type { Database, Trx } from './index.ts';
import { type Channel, MAX_PAYLOAD_BYTES, notify } from './listen.ts';

const channel = 'insignia_changes';
const allTags = '*';

/** Invalidates cache tags such as `credential/{id}` in every process. */
export type InvalidateTags = (...sources: string[]) => Promise<void>;

/**
 * Announces through the database. Processes that miss it (broken connection, pooler) expire entries
 * by time, so announcements only speed up invalidation.
 */
export function createInvalidator(db: Database): InvalidateTags {
  return async (...sources) => {
    await notify(db, channel, encodeTags(sources));
  };
}

/** Announces on commit, even if this process dies. Rolled-back transactions announce nothing. */
export async function invalidateOnCommit(trx: Trx, ...sources: string[]): Promise<void> {
  await sql`select pg_notify(${channel}, ${encodeTags(sources)})`.execute(trx);
}

function encodeTags(sources: string[]): string {
  const text = JSON.stringify(sources);
  return Buffer.byteLength(text) > MAX_PAYLOAD_BYTES ? JSON.stringify([allTags]) : text;
}

/** Calls `forget` for each announced tag, or without a tag if anything may have changed. */
export function createInvalidationChannel(forget: (source: string | undefined) => void): Channel {
  return {
    name: channel,
    hear: (payload) => {
      for (const source of JSON.parse(payload) as string[])
        forget(source === allTags ? undefined : source);
    },
    missed: () => forget(undefined),
  };
}
