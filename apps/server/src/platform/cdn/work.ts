import { countWith, type Database, figuresOf, type Trx } from '../db/index.ts';
import { dropKind, enqueue, type Job, startBatchWorker, type Work } from '../jobs/index.ts';
import type { Logger } from '../log/index.ts';
import type { Metrics } from '../metrics/index.ts';
import { disableUnused } from './enabled-store.ts';
import { type Hook, openHook } from './hook.ts';
import { purgeAttempts, purgedKeysTotal, purgeKind } from './names.ts';
import type { Cdn } from './rules.ts';

/** `again` marks the second purge of a key. */
type Purge = { keys: string[]; again?: true };

/**
 * A process caches for 10 s and may read from a replica 15 s behind. A response sent right after a
 * purge may be stale, so each key is purged again after that, within 30 s.
 */
const againAfterMs = 26_000;
const longestWaitMs = 60_000;
/** Each job names one thing, so a batch is bounded. */
const most = 500;

type PurgeParts = {
  db: Database;
  log: Logger;
  /** Undefined if there is no CDN. */
  cdn: Cdn | undefined;
};

export function registerPurges(work: Work, { db, log, cdn }: PurgeParts): void {
  if (!cdn) {
    const run = async (trx: Trx) => {
      if (await disableUnused(trx)) await dropKind(trx, purgeKind);
    };
    work.chores({ name: 'purges', run });
    return;
  }
  work.runs(() => {
    const hook = openHook(cdn);
    const worker = startPurging(db, hook, log);
    return {
      stop: async () => {
        await worker.stop();
        await hook.close();
      },
    };
  }, purgeKind);
}

function startPurging(db: Database, hook: Hook, log: Logger) {
  return startBatchWorker<Purge>(db, log, {
    ...{ kind: purgeKind, most, longestWaitMs },
    async run(jobs, stopping) {
      const keys = keysOf(jobs);
      await hook.purge(keys, stopping).catch((error: unknown) => {
        figuresOf(db).add(purgedKeysTotal, { outcome: 'failed' }, keys.length);
        throw error;
      });
      const first = keysOf(jobs.filter(({ payload }) => !payload.again));
      return async (trx) => {
        countWith(trx, purgedKeysTotal, { outcome: 'purged' }, keys.length);
        for (const key of first) {
          const again: Purge = { keys: [key], again: true };
          await enqueue(trx, purgeKind, again, {
            maxAttempts: purgeAttempts,
            delayMs: againAfterMs,
          });
        }
      };
    },
  });
}

function keysOf(jobs: readonly Job<Purge>[]): string[] {
  return [...new Set(jobs.flatMap(({ payload }) => payload.keys))];
}

export function measurePurges({ figures }: Metrics, db: Database): void {
  figures(figuresOf(db), 'counter', {
    name: purgedKeysTotal,
    help: 'Names of what has changed that the cache in front was told of (purged), or could not be (failed, and tried again).',
    labels: ['outcome'],
    zeros: ['purged', 'failed'].map((outcome) => ({ outcome })),
  });
}
