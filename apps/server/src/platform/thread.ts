import { Worker } from 'node:worker_threads';
import { Problem } from '../kernel/problem.ts';
import type { Logger } from './log/index.ts';

/** A thread for work that would hold up all else: one job at a time, started when there is one, ended when there is none. */
export type Thread<Job, Result> = {
  /** Rejected with `busy` when too many wait, with {@link ThreadFailure} when the thread died of the job or takes too long. */
  ask: (job: Job) => Promise<Result>;
  stop: () => Promise<void>;
};

/** What the thread did not survive; the next job has another one. */
export class ThreadFailure extends Error {
  /** Whether the job took more time or memory than it may; else it is not known to be the job's fault. */
  readonly isTooMuch: boolean;

  constructor(reason: string, isTooMuch: boolean) {
    super(reason);
    this.isTooMuch = isTooMuch;
  }
}

/** What is said of a job that took too much; any other failure is not its own, and may not come again. */
export function orTooMuch<Said>(error: unknown, said: Said): Said {
  if (!(error instanceof ThreadFailure)) throw error;
  if (error.isTooMuch) return said;
  throw new Problem('busy', { retryAfterSeconds: 5 });
}

type Options = {
  /** Posts one message for each that it gets. */
  script: URL;
  data?: unknown;
  /** Megabytes; what takes more is ended. */
  mostMemory?: number;
  timeoutMs: number;
  /** What it does, for the log. */
  does: string;
  log: Logger;
};

const mostWaiting = 200;
const idleMs = 60_000;

export function createThread<Job, Result>(options: Options): Thread<Job, Result> {
  const { script, data, mostMemory, timeoutMs, does, log } = options;
  type Waiting = { job: Job; resolve: (result: Result) => void; reject: (error: unknown) => void };
  const waiting: Waiting[] = [];
  let worker: Worker | undefined;
  let current: Waiting | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** A thread in native code ends only when that returns: meanwhile there is no other one. */
  let leaving: Promise<unknown> | undefined;

  const leave = async (): Promise<void> => {
    clearTimeout(timer);
    const left = worker;
    worker = undefined;
    left?.removeAllListeners();
    // While it is ended it may still fail, out of memory for one; an error that nobody hears would end the process.
    left?.on('error', () => {});
    if (left) leaving = left.terminate();
    await leaving;
    leaving = undefined;
  };
  const fail = (reason: string, isTooMuch = false): void => {
    log.error({ reason }, `${does} has failed`);
    current?.reject(new ThreadFailure(reason, isTooMuch));
    current = undefined;
    void leave().then(next);
  };
  const finish = (result: Result): void => {
    clearTimeout(timer);
    current?.resolve(result);
    current = undefined;
    next();
  };
  const start = (): Worker => {
    const started = new Worker(script, {
      workerData: data,
      ...(mostMemory ? { resourceLimits: { maxOldGenerationSizeMb: mostMemory } } : {}),
    });
    started.on('message', finish);
    started.on('error', (error: NodeJS.ErrnoException) =>
      fail(error.message, error.code === 'ERR_WORKER_OUT_OF_MEMORY'),
    );
    started.on('exit', (code) => fail(`its thread ended with ${code}`));
    started.unref();
    return started;
  };
  const next = (): void => {
    if (current || leaving) return;
    current = waiting.shift();
    clearTimeout(timer);
    if (!current) {
      timer = setTimeout(() => void leave().then(next), idleMs).unref();
      return;
    }
    timer = setTimeout(() => fail('it took too long', true), timeoutMs);
    try {
      worker ??= start();
      worker.postMessage(current.job);
    } catch (error) {
      fail(String(error));
    }
  };
  return {
    async ask(job) {
      if (waiting.length >= mostWaiting) throw new Problem('busy', { retryAfterSeconds: 5 });
      return new Promise<Result>((resolve, reject) => {
        waiting.push({ job, resolve, reject });
        next();
      });
    },
    async stop() {
      const left = [...(current ? [current] : []), ...waiting.splice(0)];
      current = undefined;
      await leave();
      for (const { reject } of left) reject(new Problem('busy', { retryAfterSeconds: 5 }));
    },
  };
}
