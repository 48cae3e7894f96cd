import type { Database } from '../db/index.ts';
import type { Logger } from '../log/index.ts';
import type { Job } from './queue.ts';
import { backoffMs } from './rules.ts';
import { bury, claim, finish, retryLater } from './store.ts';

/** A failure that no repetition mends. */
export class Hopeless extends Error {}

export type Handlers = Record<string, (job: Job<never>) => Promise<void>>;

export type Worker = { nudge: () => void; stop: () => Promise<void> };

type Options = { pollMs?: number; batch?: number; timeoutMs?: number };

/** Runs due jobs, `batch` at a time, until stopped; `nudge` says that there is something to do now. */
export function startWorker(
  db: Database,
  handlers: Handlers,
  log: Logger,
  options: Options = {},
): Worker {
  const { pollMs = 1_000, batch = 10, timeoutMs = 60_000 } = options;
  const kinds = Object.keys(handlers);
  let stopped = false;
  let nudged = false;
  let wake: (() => void) | undefined;

  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const turn = async (): Promise<number> => {
    const jobs = await claim(db, kinds, batch, timeoutMs + 30_000);
    await Promise.all(jobs.map((job) => runJob(db, handlers, job, timeoutMs, log)));
    return jobs.length;
  };

  const loop = async (): Promise<void> => {
    while (!stopped) {
      nudged = false;
      const done = await turn().catch((error: unknown) => {
        log.warn({ err: error }, 'jobs: the database does not answer');
        return 0;
      });
      if (done < batch && !nudged && !stopped) await rest();
    }
  };
  const running = loop();
  return {
    nudge: () => {
      nudged = true;
      wake?.();
    },
    stop: async () => {
      stopped = true;
      wake?.();
      await running;
    },
  };
}

async function runJob(
  db: Database,
  handlers: Handlers,
  job: Job,
  timeoutMs: number,
  log: Logger,
): Promise<void> {
  try {
    await within(
      timeoutMs,
      handlers[job.kind]?.(job as Job<never>) ?? Promise.reject(new Hopeless('unknown kind')),
    );
    await finish(db, job);
  } catch (error) {
    const { message } = error as Error;
    const isLast = error instanceof Hopeless || job.attempts >= job.maxAttempts;
    log.warn(
      { job: job.id, kind: job.kind, attempts: job.attempts, dead: isLast, reason: message },
      'job failed',
    );
    // When this write fails too, the lease runs out and the job is due again.
    await (isLast
      ? bury(db, job, message)
      : retryLater(db, job, backoffMs(job.attempts, Math.random()), message)
    ).catch(() => {});
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
