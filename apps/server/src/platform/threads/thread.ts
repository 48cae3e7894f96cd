import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../kernel/problem.ts';
import type { Logger } from '../log/index.ts';
import { OUT_OF_MEMORY, type RunningThread, startHostedThread } from './hosted-thread.ts';
import { END } from './serve-jobs.ts';

/** A worker thread for expensive work: one job at a time, started on demand, stopped when idle. */
export type Thread<Job, Result> = {
  figures: ThreadFigures;
  /**
   * Rejects with `createBusyProblem` if too many jobs wait or if `signal` aborts before the job starts. Rejects
   * with {@link ThreadFailure} if the thread died during the job or the job takes too long.
   */
  ask: (job: Job, signal?: AbortSignal) => Promise<Result>;
  stop: () => Promise<void>;
};

/** Plain counters, read when metrics are scraped. */
export type ThreadFigures = {
  readonly waiting: number;
  readonly isBusy: boolean;
  done: number;
  failed: number;
  refused: number;
  /** Total waiting time of finished jobs. */
  ms: number;
};

type FailureReason = 'timeout' | 'cpu' | 'memory' | 'ended';

/** The thread died. The next job gets another one. */
export class ThreadFailure extends Error {
  readonly reason: FailureReason;
  /** True if the job itself exceeded its limits. Otherwise the job is not known to be the cause. */
  readonly isTooMuch: boolean;

  constructor(message: string, reason: FailureReason, isTooMuch: boolean) {
    super(message);
    this.reason = reason;
    this.isTooMuch = isTooMuch;
  }
}

/**
 * Returns `fallback` for a job that exceeded its limits. Rethrows other errors, which may be transient.
 */
export function handleThreadFailure<Fallback>(error: unknown, fallback: Fallback): Fallback {
  if (!(error instanceof ThreadFailure)) throw error;
  if (error.isTooMuch) return fallback;
  throw createBusyProblem();
}

type Options<Job> = {
  /** Serves jobs with `serveJobs` and must post one message per job. */
  script: URL;
  data?: unknown;
  /** True if jobs can crash native code or V8 itself. Then only their process ends. */
  hasOwnProcess?: boolean;
  /** True if it posts a message when ready. Start-up time then counts for no job. */
  saysReady?: boolean;
  /**
   * Keeps a second worker ready, so that the next job starts immediately after a job that had to be
   * ended.
   */
  hasSpare?: boolean;
  /** Starts another worker right after a job that had to be ended, also if no job waits. */
  restarts?: boolean;
  /** In megabytes, without memory of native code. The thread is terminated above it. Default: 512. */
  maxMemory?: number;
  timeoutMs: number;
  /**
   * True if jobs run in a native module. A job that had to be ended then still gets time to return.
   * JavaScript is interrupted immediately.
   */
  isNative?: boolean;
  /** CPU time limit per job in milliseconds, independent of the machine's load. */
  maxCpuMs?: number | ((job: Job) => number);
  /**
   * Ends a job whose thread doesn't report its CPU time for this long, because native code runs. Default: not before
   * `timeoutMs`.
   */
  maxSilentMs?: number;
  /** True if a job that exceeded its limits continues elsewhere and needs no log line. */
  isFirstTry?: boolean;
  /** Description for the log. */
  does: string;
  log: Logger;
};

type RunningWorker = { thread: RunningThread; isReady: boolean };

const MAX_WAITING = 200;
/** A thread without its own limit would get the machine's: see {@link forgetProcessMemoryLimit}. */
const DEFAULT_MAX_MEMORY_MB = 512;
const idleMs = 60_000;
/** Time in which a thread may end by itself before it is terminated. */
const END_LIMIT_MS = 3_000;
/** Time after which another thread replaces one that doesn't end although it was terminated. */
const REPLACE_AFTER_MS = 1_000;
/** More such threads would take too much of the processors. */
const MAX_REPLACED = 2;

export function createThread<Job, Result>(options: Options<Job>): Thread<Job, Result> {
  const { script, data, timeoutMs, maxCpuMs, maxSilentMs, does, log } = options;
  const { maxMemory = DEFAULT_MAX_MEMORY_MB } = options;
  type Waiting = { job: Job; resolve: (result: Result) => void; reject: (error: unknown) => void };
  const waiting: Waiting[] = [];
  let worker: RunningWorker | undefined;
  let spare: RunningWorker | undefined;
  let current: Waiting | undefined;
  let timer: NodeJS.Timeout | undefined;
  let cpuTimer: NodeJS.Timeout | undefined;
  /** Native code can't be interrupted. Meanwhile no other thread starts, or a few start later. */
  let retiring: Promise<unknown> | undefined;
  /** Threads that haven't ended yet, including those that a spare has replaced. */
  const ending = new Set<Promise<void>>();
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
  const measured = async (work: Promise<Result>): Promise<Result> => {
    const startedAt = performance.now();
    try {
      const result = await work;
      figures.done++;
      return result;
    } catch (error) {
      figures.failed++;
      throw error;
    } finally {
      figures.ms += performance.now() - startedAt;
    }
  };

  const endWorker = (left: RunningWorker, limitMs: number): Promise<void> => {
    const ended = end(left, limitMs).finally(() => ending.delete(ended));
    ending.add(ended);
    return ended;
  };
  const retire = async (isStuck = false): Promise<void> => {
    clearTimeout(timer);
    clearTimeout(cpuTimer);
    const left = worker;
    worker = spare;
    spare = undefined;
    const ended = left && endWorker(left, isStuck && !options.isNative ? 0 : END_LIMIT_MS);
    // With a spare, no job waits until native code in the old thread ends.
    // The next job may have to be ended too.
    if (worker) return renewSpare();
    const mayReplace = isStuck && !options.isNative && ending.size <= MAX_REPLACED;
    retiring = mayReplace ? Promise.race([ended, delay(REPLACE_AFTER_MS)]) : ended;
    await retiring;
    retiring = undefined;
  };
  const retireAll = async (isStuck: boolean): Promise<void> => {
    const other = spare && endWorker(spare, END_LIMIT_MS);
    spare = undefined;
    await Promise.all([retire(isStuck), other]);
  };
  const failJob = (
    message: string,
    reason: FailureReason,
    isTooMuch = reason === 'cpu' || reason === 'memory',
  ): void => {
    if (!(isTooMuch && options.isFirstTry)) log.error({ reason: message }, `${does} failed`);
    // Without a job, the worker might fail again and again.
    const mayRestart = options.restarts && current !== undefined;
    current?.reject(new ThreadFailure(message, reason, isTooMuch));
    current = undefined;
    void retire(true).then(() => {
      if (mayRestart && !isStopped) tryStart();
      startNextJob();
    });
  };
  const finishJob = (result: Result): void => {
    clearTimeout(timer);
    clearTimeout(cpuTimer);
    current?.resolve(result);
    current = undefined;
    startNextJob();
  };
  const start = (): RunningWorker => {
    const thread = options.hasOwnProcess
      ? startHostedThread({ script: script.href, data, maxMemory })
      : startWorker(script, data, maxMemory);
    const started: RunningWorker = { thread, isReady: !options.saysReady };
    // A spare that fails has no job to reject. The next use starts another.
    const failed = (message: string, reason: FailureReason): void => {
      if (started === worker) {
        failJob(message, reason);
        return;
      }
      if (started === spare) spare = undefined;
      void endWorker(started, END_LIMIT_MS);
    };
    thread.on('message', (message: Result) => {
      if (started.isReady) return finishJob(message);
      started.isReady = true;
      // Also under load, when jobs leave no pause.
      renewSpare();
      if (started === worker && current) startJob(thread, current);
    });
    thread.on('error', (error: NodeJS.ErrnoException) =>
      // Before it is ready, no job is the cause.
      failed(error.message, started.isReady && error.code === OUT_OF_MEMORY ? 'memory' : 'ended'),
    );
    thread.on('exit', (code) => failed(`its thread ended with ${code}`, 'ended'));
    thread.unref();
    return started;
  };
  const tryStart = (): void => {
    try {
      worker ??= start();
    } catch {
      // The next job tries again, and fails with the reason.
    }
  };
  const renewSpare = (): void => {
    if (options.hasSpare && worker?.isReady && !isStopped) spare ??= start();
  };
  const startJob = (thread: RunningThread, { job }: Waiting): void => {
    clearTimeout(timer);
    // If CPU time is limited, a job that runs out of time was waiting for a processor: its CPU time
    // is within the limit.
    timer = setTimeout(
      () => failJob('it took too long', 'timeout', maxCpuMs === undefined),
      timeoutMs,
    );
    const limitMs = typeof maxCpuMs === 'function' ? maxCpuMs(job) : maxCpuMs;
    if (limitMs !== undefined) watchCpu(thread, thread.cpuUsage(), limitMs);
    thread.postMessage(job);
  };
  const watchCpu = (
    thread: RunningThread,
    before: Promise<NodeJS.CpuUsage>,
    maxMs: number,
  ): void => {
    const watched = current;
    before.catch(() => {});
    // A busy machine can be the cause as well. Elsewhere, the first try gets more time.
    const giveUp = (): void =>
      failJob("it didn't report its CPU time", 'timeout', options.isFirstTry === true);
    const checkCpu = async (): Promise<void> => {
      if (maxSilentMs !== undefined) cpuTimer = setTimeout(giveUp, maxSilentMs);
      const used = await before.then((known) => thread.cpuUsage(known)).catch(() => undefined);
      // A thread that isn't running has failed already.
      if (!used || current !== watched) return;
      clearTimeout(cpuTimer);
      const left = maxMs - (used.user + used.system) / 1_000;
      if (left <= 0) failJob('it used too much CPU time', 'cpu');
      else cpuTimer = setTimeout(checkCpu, Math.ceil(left));
    };
    cpuTimer = setTimeout(checkCpu, maxMs);
  };
  const scheduleIdleStop = (): void => {
    timer = setTimeout(() => void retireAll(false).then(startNextJob), idleMs).unref();
    renewSpare();
  };
  const startNextJob = (): void => {
    if (current || retiring) return;
    current = waiting.shift();
    clearTimeout(timer);
    if (!current) {
      scheduleIdleStop();
      return;
    }
    try {
      worker ??= start();
      if (worker.isReady) startJob(worker.thread, current);
      else timer = setTimeout(() => failJob("it didn't start", 'timeout', false), timeoutMs);
    } catch (error) {
      failJob(String(error), 'ended');
    }
  };
  return {
    figures,
    async ask(job, signal) {
      if (isStopped || signal?.aborted || waiting.length >= MAX_WAITING) {
        figures.refused++;
        throw createBusyProblem();
      }
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const entry: Waiting = { job, resolve, reject };
      const giveUp = (): void => {
        const place = waiting.indexOf(entry);
        if (place < 0) return;
        waiting.splice(place, 1);
        reject(createBusyProblem());
      };
      signal?.addEventListener('abort', giveUp);
      waiting.push(entry);
      startNextJob();
      return measured(promise).finally(() => signal?.removeEventListener('abort', giveUp));
    },
    async stop() {
      isStopped = true;
      const isBusy = current !== undefined;
      const left = [...(current ? [current] : []), ...waiting.splice(0)];
      current = undefined;
      await retireAll(isBusy);
      await Promise.all(ending);
      for (const { reject } of left) reject(createBusyProblem());
    },
  };
}

function startWorker(script: URL, data: unknown, maxMemory: number): Worker {
  forgetProcessMemoryLimit();
  return new Worker(script, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: maxMemory },
  });
}

/**
 * With `--max-old-space-size`, V8 ignores a thread's own limit, and a thread that reaches the process's
 * aborts the process. The main thread's heap was sized at its start, so it keeps its limit.
 */
function forgetProcessMemoryLimit(): void {
  setFlagsFromString('--max-old-space-size=0');
}

/** Resolves when the thread has ended. Terminates it if it doesn't end by itself within the limit. */
async function end({ thread }: RunningWorker, limitMs: number): Promise<void> {
  thread.removeAllListeners();
  // It may still fail while ending. Without a listener, the error would end the process.
  thread.on('error', () => {});
  const hasEnded = thread.threadId === -1;
  if (hasEnded) return;
  if (limitMs > 0) {
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    thread.once('exit', resolve);
    const timer = setTimeout(resolve, limitMs);
    thread.postMessage(END);
    await isOver;
    clearTimeout(timer);
  }
  await thread.terminate();
}

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, ms).unref());

function createBusyProblem(): Problem {
  return new Problem('busy', { retryAfterSeconds: 5 });
}
