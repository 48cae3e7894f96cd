import { sql } from 'kysely';
import type { Database, Trx } from '../db/index.ts';
import { type PreparedResponse, shareHeaders } from '../http/index.ts';
import { enqueue } from '../jobs/index.ts';
import type { Logger } from '../log/index.ts';
import {
  buildCacheTagHeader,
  buildEdgeCacheControl,
  type Cdn,
  pagesCacheTag,
  purgeAttempts,
  purgeKind,
} from './rules.ts';

const everyMs = 60_000;

/**
 * Enables recording before the first cacheable response, and keeps it enabled. Purges pages,
 * because another version's pages refer to other styles.
 */
export async function startEdge(db: Database, log: Logger): Promise<{ stop: () => Promise<void> }> {
  await enablePurges(db);
  await db.write((trx) =>
    enqueue(trx, purgeKind, { keys: [pagesCacheTag] }, { maxAttempts: purgeAttempts }),
  );
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = enablePurges(db).catch((error: Error) =>
      log.warn({ err: error }, "cdn: the database doesn't respond"),
    );
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await last;
    },
  };
}

/** Adds cache tags and edge lifetimes to responses. */
export function createEdge({
  form,
  maxAge,
}: Cdn): (prepared: PreparedResponse) => PreparedResponse {
  return (prepared) => {
    const at = prepared.headers.indexOf('cache-control') + 1;
    const control = prepared.headers[at];
    const keys = buildCacheTagHeader(form, prepared.cacheTags);
    if (at === 0 || control === undefined || control === 'no-store' || !keys) return prepared;
    const { trueUntil = Infinity } = prepared;
    const trueFor = Math.floor((trueUntil - performance.now()) / 1_000);
    const edgeControl = buildEdgeCacheControl(control, Math.min(maxAge, trueFor));
    return {
      ...prepared,
      headers: shareHeaders(prepared.headers.with(at, edgeControl)),
      ownHeaders: [...(prepared.ownHeaders ?? []), ...keys],
    };
  };
}

const settingName = 'cdn';
/** Longer than a restart of all processes. After that, no process wants purges. */
const enabledForMs = 600_000;

/** From now on, transactions that change published data record it. */
async function enablePurges(db: Database): Promise<void> {
  await sql`insert into settings (name, value) values (${settingName}, now()::text)
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/** Queues the purge of cache tags for which no trigger does, if there is a CDN. */
export async function purgeOnCommit(trx: Trx, keys: readonly string[]): Promise<void> {
  const { rows } = await sql`select 1 from settings where name = ${settingName}`.execute(trx);
  if (rows.length === 0 || keys.length === 0) return;
  await enqueue(trx, purgeKind, { keys }, { maxAttempts: purgeAttempts });
}

/** Returns true if no process has wanted purges for a while and recording has stopped. */
export async function disableUnusedPurges(trx: Trx): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from settings where name = ${settingName}
    and value::timestamptz < now() - ${enabledForMs} * interval '1 millisecond'`.execute(trx);
  return numAffectedRows === 1n;
}
