import type { Database } from '../db/index.ts';
import { enqueue } from '../jobs/index.ts';
import type { Logger } from '../log/index.ts';
import { enablePurges } from './enabled-store.ts';
import { pagesCacheTag, purgeAttempts, purgeKind } from './names.ts';

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
