import { sql } from 'kysely';
import type { Database, Trx } from './index.ts';
import { type Channel, MAX_PAYLOAD_BYTES, notify } from './listen.ts';

const channel = 'insignia_changes';
const allTags = '*';

/** Invalidates cache tags such as `credential/{id}` in every process. */
export type InvalidateTags = (...tags: string[]) => Promise<void>;

/**
 * Announces through the database. Processes that miss it (broken connection, pooler) expire entries
 * by time, so announcements only speed up invalidation.
 */
export function createInvalidator(db: Database): InvalidateTags {
  return async (...tags) => {
    await notify(db, channel, encodeTags(tags));
  };
}

/** Announces on commit, even if this process dies. Rolled-back transactions announce nothing. */
export async function invalidateOnCommit(trx: Trx, ...tags: string[]): Promise<void> {
  await sql`select pg_notify(${channel}, ${encodeTags(tags)})`.execute(trx);
}

function encodeTags(tags: string[]): string {
  const text = JSON.stringify(tags);
  return Buffer.byteLength(text) > MAX_PAYLOAD_BYTES ? JSON.stringify([allTags]) : text;
}

/** Calls `invalidate` for each announced tag, or without a tag if anything may have changed. */
export function createInvalidationChannel(invalidate: (tag: string | undefined) => void): Channel {
  return {
    name: channel,
    onMessage: (payload) => {
      for (const tag of JSON.parse(payload) as string[])
        invalidate(tag === allTags ? undefined : tag);
    },
    onMissed: () => invalidate(undefined),
  };
}
