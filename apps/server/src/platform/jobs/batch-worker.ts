import { createPoller, type Database, type Trx } from '../db/index.ts';
import type { Logger } from '../log/index.ts';
import { type Job, jobSecondsTotal, jobsTotal } from './queue.ts';
import { backoffMs, leaseMs } from './rules.ts';
import { type ClaimedJob, claimJobs, finishJob, markJobDead, rescheduleJob } from './store.ts';
import type { Worker } from './worker.ts';

type BatchHandler<P> = {
  kind: string;
  /** Jobs per batch. */
  limit: number;
  /** Maximum delay between attempts. */
  longestWaitMs: number;
  /** Runs all jobs or throws. Returns the writes for the transaction that finishes them. */
  run: (jobs: Job<P>[], stopping: AbortSignal) => Promise<(trx: Trx) => Promise<unknown>>;
};

const pollMs = 1_000;
/** Well within the lease, which isn't extended. */
const timeoutMs = leaseMs - 5_000;

/**
 * Runs due jobs of one kind in batches until stopped, for kinds where one job costs as much as a
 * hundred.
 */
export function startBatchWorker<P>(db: Database, log: Logger, batches: BatchHandler<P>): Worker {
  const { kind, limit } = batches;
  const stopping = new AbortController();
  const { rest, end } = createPoller(db.signals, [kind], { pollMs });

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const done = await runDueBatch(db, log, batches, stopping.signal).catch((error: unknown) => {
        log.warn({ err: error }, "jobs: the database doesn't respond");
        return 0;
      });
      if (done < limit) await rest();
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopping.abort();
      end();
      await running;
    },
  };
}

async function runDueBatch<P>(
  db: Database,
  log: Logger,
  { kind, limit, longestWaitMs, run }: BatchHandler<P>,
  stopping: AbortSignal,
): Promise<number> {
  const jobs = await claimJobs(db, [kind], limit);
  if (jobs.length === 0) return 0;
  const startedAt = performance.now();
  const count = (outcome: 'done' | 'retried' | 'dead', by: number): void => {
    if (by > 0) db.figures.add(jobsTotal, { kind, outcome }, by);
  };
  try {
    const limit = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
    const alsoWrite = await run(jobs as (ClaimedJob & Job<P>)[], limit);
    await db.write(async (trx) => {
      await alsoWrite(trx);
      for (const job of jobs) await finishJob(trx, job);
    });
    count('done', jobs.length);
  } catch (error) {
    const { message } = error as Error;
    const dead = jobs.filter(({ attempts, maxAttempts }) => attempts >= maxAttempts);
    log.warn({ kind, jobs: jobs.length, dead: dead.length, reason: message }, 'jobs failed');
    count('dead', dead.length);
    count('retried', jobs.length - dead.length);
    for (const job of jobs) {
      const waitMs = Math.min(backoffMs(job.attempts, Math.random()), longestWaitMs);
      // If this write fails too, the lease expires and the jobs are due again.
      await (dead.includes(job)
        ? markJobDead(db, job, message)
        : rescheduleJob(db, job, waitMs, message)
      ).catch(() => {});
    }
  }
  db.figures.add(jobSecondsTotal, { kind }, (performance.now() - startedAt) / 1_000);
  return jobs.length;
}
