import { sql } from 'kysely';
import type { Database, Trx } from './index.ts';
import { type Channel, MAX_PAYLOAD_BYTES, notify } from './listen.ts';

const channel = 'insignia_changes';
const allTags = '*';

/** Invalidates cache tags such as `credential/{id}` in every process. */
export type InvalidateTags = (...tags: string[]) => Promise<void>;

/**
 * Invalidates in this process only, after a transaction that announced its changes. Their
 * notification arrives after the response, or never behind a pooler.
 */
export type InvalidateLocally = (...tags: string[]) => void;

/**
 * Announces through the database. Processes that miss it (broken connection, pooler) expire entries
 * by time, so announcements only speed up invalidation.
 */
export function createInvalidator(db: Database): InvalidateTags {
  return async (...tags) => {
    for (const payload of encodeTags(tags)) await notify(db, channel, payload);
  };
}

/** Announces on commit, even if this process dies. Rolled-back transactions announce nothing. */
export async function invalidateOnCommit(trx: Trx, ...tags: string[]): Promise<void> {
  await sql`select pg_notify(${channel}, payload) from unnest(${encodeTags(tags)}::text[]) payload`.execute(
    trx,
  );
}

/** A batch of a job has a few. Beyond them, clearing the caches is cheaper than so many messages. */
const MAX_PAYLOADS = 20;

/** Divides tags into payloads that the database accepts. */
export function encodeTags(tags: readonly string[]): string[] {
  const parts: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const tag of tags) {
    // A tag also needs a comma or the brackets of the list.
    const size = Buffer.byteLength(JSON.stringify(tag)) + 2;
    bytes += size;
    if (bytes > MAX_PAYLOAD_BYTES) {
      parts.push([]);
      bytes = size;
    }
    parts.at(-1)?.push(tag);
  }
  return (parts.length > MAX_PAYLOADS ? [[allTags]] : parts).map((part) => JSON.stringify(part));
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
