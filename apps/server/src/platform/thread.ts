import { Worker } from 'node:worker_threads';
import { Problem } from '../kernel/problem.ts';
import type { Logger } from './log/index.ts';

/** A thread for work that would hold up all else: one job at a time, started when there is one, ended when there is none. */
export type Thread<Job, Result> = {
  figures: ThreadFigures;
  /**
   * Rejected with `busy` when too many wait, with {@link ThreadFailure} when the thread died of the job or takes too long,
   * and when its turn has not come by the time of `signal`.
   */
  ask: (job: Job, signal?: AbortSignal) => Promise<Result>;
  stop: () => Promise<void>;
};

/** Plain numbers of what it does: read when metrics are asked for. */
export type ThreadFigures = {
  readonly waiting: number;
  readonly isBusy: boolean;
  done: number;
  failed: number;
  refused: number;
  /** How long those that ended were waited for, in all. */
  ms: number;
};

/** What the thread did not survive; the next job has another one. */
export class ThreadFailure extends Error {
  /** Whether the job took, or waited for, more than it may; else it is not known to be the job's fault. */
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
  throw busy();
}

type Options = {
  /** Posts one message for each that it gets. */
  script: URL;
  data?: unknown;
  /** Whether it posts one before all others, once it is ready: what that takes is no job's. */
  saysReady?: boolean;
  /** Megabytes; what takes more is ended. */
  mostMemory?: number;
  timeoutMs: number;
  /** Milliseconds of its own CPU time that a job may take, however busy the machine is. */
  mostCpuMs?: number;
  /** Whether a job that took too much goes on elsewhere, and need not be told of. */
  isFirstTry?: boolean;
  /** What it does, for the log. */
  does: string;
  log: Logger;
};

const mostWaiting = 200;
const idleMs = 60_000;

export function createThread<Job, Result>(options: Options): Thread<Job, Result> {
  const { script, data, mostMemory, timeoutMs, mostCpuMs, does, log } = options;
  type Waiting = { job: Job; resolve: (result: Result) => void; reject: (error: unknown) => void };
  const waiting: Waiting[] = [];
  let worker: Worker | undefined;
  let isReady = false;
  let current: Waiting | undefined;
  let timer: NodeJS.Timeout | undefined;
  let cpuTimer: NodeJS.Timeout | undefined;
  /** A thread in native code ends only when that returns: meanwhile there is no other one. */
  let leaving: Promise<unknown> | undefined;
  let isStopped = false;
  const figures: ThreadFigures = {
    get waiting() {
      return waiting.length;
    },
    get isBusy() {
      return current !== undefined;
    },
    ...{ done: 0, failed: 0, refused: 0, ms: 0 },
  };
  const counted = async (work: Promise<Result>): Promise<Result> => {
    const began = performance.now();
    try {
      const result = await work;
      figures.done++;
      return result;
    } catch (error) {
      figures.failed++;
      throw error;
    } finally {
      figures.ms += performance.now() - began;
    }
  };

  const leave = async (): Promise<void> => {
    clearTimeout(timer);
    clearTimeout(cpuTimer);
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
    if (!(isTooMuch && options.isFirstTry)) log.error({ reason }, `${does} has failed`);
    current?.reject(new ThreadFailure(reason, isTooMuch));
    current = undefined;
    void leave().then(next);
  };
  const finish = (result: Result): void => {
    clearTimeout(timer);
    clearTimeout(cpuTimer);
    current?.resolve(result);
    current = undefined;
    next();
  };
  const start = (): Worker => {
    const started = new Worker(script, {
      workerData: data,
      ...(mostMemory ? { resourceLimits: { maxOldGenerationSizeMb: mostMemory } } : {}),
    });
    isReady = !options.saysReady;
    started.on('message', (message: Result) => {
      if (isReady) return finish(message);
      isReady = true;
      if (current) begin(started, current);
    });
    started.on('error', (error: NodeJS.ErrnoException) =>
      fail(error.message, error.code === 'ERR_WORKER_OUT_OF_MEMORY'),
    );
    started.on('exit', (code) => fail(`its thread ended with ${code}`));
    started.unref();
    return started;
  };
  const begin = (thread: Worker, { job }: Waiting): void => {
    clearTimeout(timer);
    timer = setTimeout(() => fail('it took too long', true), timeoutMs);
    if (mostCpuMs !== undefined) watchCpu(thread, thread.cpuUsage(), mostCpuMs);
    thread.postMessage(job);
  };
  const watchCpu = (thread: Worker, before: Promise<NodeJS.CpuUsage>, most: number): void => {
    const watched = current;
    before.catch(() => {});
    const look = async (): Promise<void> => {
      const used = await before.then((known) => thread.cpuUsage(known)).catch(() => undefined);
      // One that does not run has failed already.
      if (!used || current !== watched) return;
      const left = most - (used.user + used.system) / 1_000;
      if (left <= 0) fail('it took too much', true);
      else cpuTimer = setTimeout(look, Math.ceil(left));
    };
    cpuTimer = setTimeout(look, most);
  };
  const next = (): void => {
    if (current || leaving) return;
    current = waiting.shift();
    clearTimeout(timer);
    if (!current) {
      timer = setTimeout(() => void leave().then(next), idleMs).unref();
      return;
    }
    try {
      worker ??= start();
      if (isReady) begin(worker, current);
      else timer = setTimeout(() => fail('it does not begin'), timeoutMs);
    } catch (error) {
      fail(String(error));
    }
  };
  return {
    figures,
    async ask(job, signal) {
      const late = () => new ThreadFailure('nobody waits for it any more', true);
      if (signal?.aborted) throw late();
      if (isStopped || waiting.length >= mostWaiting) {
        figures.refused++;
        throw busy();
      }
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const mine: Waiting = { job, resolve, reject };
      const giveUp = (): void => {
        const place = waiting.indexOf(mine);
        if (place >= 0) waiting.splice(place, 1);
        if (place >= 0) reject(late());
      };
      signal?.addEventListener('abort', giveUp);
      waiting.push(mine);
      next();
      return counted(promise).finally(() => signal?.removeEventListener('abort', giveUp));
    },
    async stop() {
      isStopped = true;
      const left = [...(current ? [current] : []), ...waiting.splice(0)];
      current = undefined;
      await leave();
      for (const { reject } of left) reject(busy());
    },
  };
}

function busy(): Problem {
  return new Problem('busy', { retryAfterSeconds: 5 });
}
