import type { Database, Trx } from '../db/index.ts';
import type { Logger } from '../log/index.ts';
import type { Metrics } from '../metrics/index.ts';
import { measureWork } from './measure.ts';
import { choreLastSeconds, choreLastSuccess, choreSecondsTotal, choresTotal } from './queue.ts';
import { lockChore } from './store.ts';
import { type JobHandlers, startWorker, type Worker } from './worker.ts';

/** Registers background work of a feature. */
export type BackgroundWork = {
  /** Long work, by job kind. */
  jobs: (handlers: JobHandlers) => void;
  /**
   * Long work that waits for other servers. It takes no slot from `jobs`. An account has one slot for
   * all kinds with the same `share`.
   */
  remoteJobs: (handlers: JobHandlers, share?: string) => void;
  /** Runs every minute. */
  chores: (...chores: Chore[]) => void;
  /** Loops that find their own work, with the job kinds they handle. */
  runs: (start: () => Worker, ...kinds: string[]) => void;
};

export type CollectedWork = {
  handlers: JobHandlers;
  remoteHandlers: JobHandlers;
  /** Shares by remote kind. */
  shares: Record<string, string>;
  chores: Chore[];
  starts: (() => Worker)[];
  /** Kinds they handle. */
  kinds: string[];
};

const sliceMs = 5_000;
// Enough for a slice whose last step waits half a minute for other servers.
const longJobs = { slots: 2, timeoutMs: 60_000 };
// Jobs that call other hosts mostly wait. One account has one slot per share, else per kind, because its hosts may never respond.
const remoteJobs = { slots: 6, timeoutMs: 60_000, isSerial: true };
const choresEveryMs = 60_000;

/** Repeats `step` while there is more, then yields to others. */
export async function runInSlices(step: () => Promise<boolean>): Promise<'again' | undefined> {
  const end = Date.now() + sliceMs;
  while (Date.now() < end) if (!(await step())) return undefined;
  return 'again';
}

export function collectWork(register: (work: BackgroundWork) => void): CollectedWork {
  const collected: CollectedWork = {
    ...{ handlers: {}, remoteHandlers: {}, shares: {}, chores: [], starts: [], kinds: [] },
  };
  register({
    jobs: (handlers) => {
      Object.assign(collected.handlers, handlers);
    },
    remoteJobs: (handlers, share) => {
      Object.assign(collected.remoteHandlers, handlers);
      if (share !== undefined)
        for (const kind of Object.keys(handlers)) collected.shares[kind] = share;
    },
    chores: (...chores) => {
      collected.chores.push(...chores);
    },
    runs: (start, ...kinds) => {
      collected.starts.push(start);
      collected.kinds.push(...kinds);
    },
  });
  return collected;
}

/** Starts everything registered. */
export function startWork(
  db: Database,
  log: Logger,
  metrics: Metrics | undefined,
  register: (work: BackgroundWork) => void,
): Worker {
  const { handlers, remoteHandlers, shares, chores, starts, kinds } = collectWork(register);
  if (metrics)
    measureWork(metrics, db, {
      kinds: [...Object.keys(handlers), ...Object.keys(remoteHandlers), ...kinds],
      chores: chores.map(({ name }) => name),
    });
  const workers = [
    startWorker(db, handlers, log, longJobs),
    startWorker(db, remoteHandlers, log, { ...remoteJobs, shares }),
    startChores(db, chores, choresEveryMs, log),
    ...starts.map((start) => start()),
  ];
  return {
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

/** One run in one transaction. 'again' requests another run. */
export type Chore = { name: string; run: (trx: Trx) => Promise<unknown> };

/**
 * Runs chores every `everyMs`, taking turns, each until it is done. A database lock selects the
 * process.
 */
export function startChores(
  db: Database,
  chores: Chore[],
  everyMs: number,
  log: Logger,
): { stop: () => Promise<void> } {
  let running = Promise.resolve();
  let stopped = false;
  const turn = async ({ name, run }: Chore): Promise<unknown> => {
    const startedAt = performance.now();
    try {
      return await db.write(async (trx) => {
        if (!(await lockChore(trx, name))) return undefined;
        const more = await run(trx);
        countChore(trx, name, performance.now() - startedAt);
        return more;
      });
    } catch (error) {
      db.figures.add(choresTotal, { chore: name, outcome: 'failed' });
      log.warn({ err: error, chore: name }, 'chore failed');
      return undefined;
    }
  };
  const round = async (): Promise<void> => {
    for (let due = chores; due.length > 0; ) {
      const unfinished: Chore[] = [];
      for (const chore of due)
        if (!stopped && (await turn(chore)) === 'again') unfinished.push(chore);
      due = unfinished;
    }
  };
  const timer = setInterval(() => {
    running = running.then(round);
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** Runs of other processes aren't counted here. */
function countChore(trx: Trx, chore: string, ms: number): void {
  trx.onCommit.count(choresTotal, { chore, outcome: 'done' });
  trx.onCommit.count(choreSecondsTotal, { chore }, ms / 1_000);
  trx.onCommit.set(choreLastSeconds, { chore }, ms / 1_000);
  trx.onCommit.set(choreLastSuccess, { chore }, Date.now() / 1_000);
}
