import type { Span } from '@opentelemetry/api';
import { createPoller, type Database } from '../db/index.ts';
import type { Logger } from '../log/index.ts';
import { extractParent, recordSpanError, runInSpan } from '../tracing/index.ts';
import { type LeaseCheck, Leases, readClocks } from './leases.ts';
import { type Job, jobSecondsTotal, jobsTotal } from './queue.ts';
import { backoffMs, leaseMs as usualLeaseMs } from './rules.ts';
import {
  type ClaimedJob,
  claimJobs,
  continueJob,
  finishJob,
  markJobDead,
  rescheduleJob,
} from './store.ts';

/** A failure that a retry can't fix. */
export class PermanentFailure extends Error {}

/** `until` is the deadline, `stopping` asks to hurry, `lost` reports a lost lease. */
export type JobContext = { until: number; stopping: AbortSignal; lost: LeaseCheck };

/** Runs a job. 'again' requeues it behind other due jobs. */
export type JobHandlers = Record<
  string,
  (job: Job<never>, context: JobContext) => Promise<unknown>
>;

export type Worker = { stop: () => Promise<void> };

/**
 * `slots` jobs run concurrently. A handler must end within `timeoutMs`. A serial worker runs at most one
 * job of an account and kind at a time, in all processes.
 */
type Options = {
  pollMs?: number;
  slots?: number;
  timeoutMs?: number;
  leaseMs?: number;
  isSerial?: boolean;
  /** Kinds that count as one for a serial worker, by kind. */
  shares?: Readonly<Record<string, string>>;
};

/** Runs due jobs until stopped: those written by this process immediately, others when polling. */
export function startWorker(
  db: Database,
  handlers: JobHandlers,
  log: Logger,
  options: Options = {},
): Worker {
  const { pollMs = 1_000, slots = 10, timeoutMs = 60_000, leaseMs = usualLeaseMs } = options;
  const { isSerial = false, shares = {} } = options;
  const kinds = Object.keys(handlers);
  const active = new Set<Promise<void>>();
  const stopping = new AbortController();
  const leases = new Leases(db, leaseMs);
  let lastServed: string | null = null;
  let stopped = false;
  const { rest, wake, end } = createPoller(db.signals, kinds, { pollMs });

  /** Returns true if more jobs may be due. */
  const fill = async (): Promise<boolean> => {
    const free = slots - active.size;
    const claimedAt = readClocks();
    const jobs = await leases.claiming((takesOver) =>
      claimJobs(db, kinds, free, { leaseMs, last: lastServed, takesOver, isSerial, shares }),
    );
    lastServed = jobs.at(-1)?.accountId ?? null;
    for (const job of jobs) {
      const { lost, end } = leases.hold(job, claimedAt);
      const context = { until: Date.now() + timeoutMs, stopping: stopping.signal, lost };
      const run = runInSpan(`process ${job.kind}`, describeJobSpan(job), (span) =>
        runJob(db, handlers, job, context, log, span),
      ).finally(() => {
        end();
        active.delete(run);
        // The next job of its account may run now.
        if (isSerial) wake();
      });
      active.add(run);
    }
    return jobs.length === free;
  };

  const loop = async (): Promise<void> => {
    while (!stopped) {
      const mayBeMore = await fill().catch((error: unknown) => {
        log.warn({ err: error }, "jobs: the database doesn't respond");
        return false;
      });
      if (!mayBeMore) await rest();
      // Jobs that ended during the claim have freed slots, and the others may run long.
      else if (active.size >= slots) await Promise.race(active);
    }
    await Promise.all(active);
    leases.stop();
  };
  const running = loop();
  return {
    stop: async () => {
      stopped = true;
      stopping.abort();
      end();
      await running;
    },
  };
}

async function runJob(
  db: Database,
  handlers: JobHandlers,
  job: Job,
  context: JobContext,
  log: Logger,
  span: Span | undefined,
): Promise<void> {
  const startedAt = performance.now();
  const count = (outcome: 'done' | 'again' | 'retried' | 'dead'): void => {
    const seconds = (performance.now() - startedAt) / 1_000;
    db.figures.add(jobsTotal, { kind: job.kind, outcome });
    db.figures.add(jobSecondsTotal, { kind: job.kind }, seconds);
  };
  try {
    const handle = handlers[job.kind];
    if (!handle) throw new PermanentFailure('unknown kind');
    const more = await withDeadline(context.until, handle(job as Job<never>, context));
    await (more === 'again' ? continueJob(db, job) : finishJob(db, job));
    count(more === 'again' ? 'again' : 'done');
  } catch (error) {
    const { message } = error as Error;
    const isLast = error instanceof PermanentFailure || job.attempts >= job.maxAttempts;
    count(isLast ? 'dead' : 'retried');
    if (span) recordSpanError(span, error);
    log.warn(
      { job: job.id, kind: job.kind, attempts: job.attempts, dead: isLast, reason: message },
      'job failed',
    );
    // If this write fails too, the lease expires and the job is due again.
    await (isLast
      ? markJobDead(db, job, message)
      : rescheduleJob(db, job, backoffMs(job.attempts, Math.random()), message)
    ).catch(() => {});
  }
}

/** Continues the trace that caused the job. */
function describeJobSpan({ id, kind, attempts, traceparent }: ClaimedJob) {
  return {
    kind: 'consumer',
    attributes: {
      'messaging.system': 'postgresql',
      'messaging.operation.type': 'process',
      'messaging.operation.name': 'process',
      'messaging.destination.name': kind,
      'messaging.message.id': id,
      'insignia.job.attempts': attempts,
    },
    parent: extractParent(traceparent),
  } as const;
}

async function withDeadline<T>(until: number, work: Promise<T>): Promise<T> {
  const ms = until - Date.now();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not finished within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
