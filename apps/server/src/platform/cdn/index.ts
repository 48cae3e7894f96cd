import type { Database, Trx } from '../db/index.ts';
import {
  type BackgroundWork,
  deleteJobsOfKind,
  enqueue,
  type Job,
  startBatchWorker,
} from '../jobs/index.ts';
import type { Logger } from '../log/index.ts';
import type { Metrics } from '../metrics/index.ts';
import { createOutbound } from '../outbound/index.ts';
import {
  buildPurgeRequests,
  type Cdn,
  findPurgeError,
  purgeAttempts,
  purgedKeysTotal,
  purgeKind,
} from './rules.ts';
import { disableUnusedPurges } from './start.ts';

export { type Cdn, pagesCacheTag, purgeKind } from './rules.ts';
export { createEdge, purgeOnCommit, startEdge } from './start.ts';

/** `again` marks the second purge of a key. */
type Purge = { keys: string[]; again?: true };

/**
 * A process caches for 10 s and may read from a replica 15 s behind. A response sent right after a
 * purge may be stale, so each key is purged again after that, within 30 s.
 */
const repeatAfterMs = 26_000;
const MAX_WAIT_MS = 60_000;
/** Each job names one thing, so a batch is bounded. */
const MAX_BATCH = 500;

type PurgeParts = {
  db: Database;
  log: Logger;
  /** Undefined if there is no CDN. */
  cdn: Cdn | undefined;
};

export function registerPurges(work: BackgroundWork, { db, log, cdn }: PurgeParts): void {
  if (!cdn) {
    const run = async (trx: Trx) => {
      if (await disableUnusedPurges(trx)) await deleteJobsOfKind(trx, purgeKind);
    };
    work.chores({ name: 'purges', run });
    return;
  }
  work.runs(() => {
    const hook = createPurgeClient(cdn);
    const worker = startPurging(db, hook, log);
    return {
      stop: async () => {
        await worker.stop();
        await hook.close();
      },
    };
  }, purgeKind);
}

function startPurging(db: Database, hook: PurgeClient, log: Logger) {
  return startBatchWorker<Purge>(db, log, {
    ...{ kind: purgeKind, limit: MAX_BATCH, longestWaitMs: MAX_WAIT_MS },
    async run(jobs, stopping) {
      const keys = listKeys(jobs);
      await hook.purge(keys, stopping).catch((error: unknown) => {
        db.figures.add(purgedKeysTotal, { outcome: 'failed' }, keys.length);
        throw error;
      });
      const first = listKeys(jobs.filter(({ payload }) => !payload.again));
      return async (trx) => {
        trx.onCommit.count(purgedKeysTotal, { outcome: 'purged' }, keys.length);
        for (const key of first) {
          const again: Purge = { keys: [key], again: true };
          await enqueue(trx, purgeKind, again, {
            maxAttempts: purgeAttempts,
            delayMs: repeatAfterMs,
          });
        }
      };
    },
  });
}

function listKeys(jobs: readonly Job<Purge>[]): string[] {
  return [...new Set(jobs.flatMap(({ payload }) => payload.keys))];
}

export function measurePurges({ figures }: Metrics, db: Database): void {
  figures(db.figures, 'counter', {
    name: purgedKeysTotal,
    help: 'Cache tags purged from the CDN, by result: purged, or failed and to be retried.',
    labels: ['outcome'],
    zeros: ['purged', 'failed'].map((outcome) => ({ outcome })),
  });
}

const deadlineMs = 10_000;
const keepBytes = 16_384;
/**
 * The operator configures this address, so private addresses are allowed. Redirects are still
 * refused.
 */
const anywhere = ['0.0.0.0/0', '::/0'];

type PurgeClient = {
  /** Throws unless all keys were purged. */
  purge: (keys: readonly string[], signal?: AbortSignal) => Promise<void>;
  close: () => Promise<void>;
};

export function createPurgeClient(cdn: Cdn): PurgeClient {
  const outbound = createOutbound(anywhere);
  const { protocol, port } = new URL(cdn.url);
  const ports = [Number(port || (protocol === 'https:' ? 443 : 80))];
  return {
    async purge(keys, signal) {
      const target = outbound.target(cdn.url, { protocols: [protocol], ports });
      for (const request of buildPurgeRequests(cdn, keys)) {
        const { status, body } = await outbound.send(target, {
          ...{ ...request, method: 'POST', deadlineMs, keepBytes },
          ...(signal && { signal }),
        });
        const purgeError = findPurgeError(cdn.form, { status, body: body.toString('utf8') });
        if (purgeError) throw new Error(purgeError);
      }
    },
    close: outbound.close,
  };
}
