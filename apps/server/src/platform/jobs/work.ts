import type { Database } from '../db/index.ts';
import type { Logger } from '../log/index.ts';
import type { Metrics } from '../metrics/index.ts';
import { type Chore, startChores } from './periodic.ts';
import { measureWork } from './watch.ts';
import { type Handlers, startWorker, type Worker } from './worker.ts';

/** Where a feature registers what it does in the background. */
export type Work = {
  /** Long work, by the kinds of its jobs. */
  jobs: (handlers: Handlers) => void;
  /** What is looked after every minute. */
  chores: (...chores: Chore[]) => void;
  /** What looks for its work by itself, started with the rest; with the kinds of jobs that it does, if any. */
  runs: (start: () => Worker, ...kinds: string[]) => void;
};

export type CollectedWork = {
  handlers: Handlers;
  chores: Chore[];
  starts: (() => Worker)[];
  /** Of jobs that those do. */
  kinds: string[];
};

const sliceMs = 5_000;
// Soon taken over when its worker dies.
const longJobs = { slots: 2, timeoutMs: 15_000 };
const choresEveryMs = 60_000;

/** Goes on while `step` tells that there is more; after a while it lets others have their turn. */
export async function inSlices(step: () => Promise<boolean>): Promise<'again' | undefined> {
  const end = Date.now() + sliceMs;
  while (Date.now() < end) if (!(await step())) return undefined;
  return 'again';
}

export function collectWork(register: (work: Work) => void): CollectedWork {
  const collected: CollectedWork = { handlers: {}, chores: [], starts: [], kinds: [] };
  register({
    jobs: (handlers) => {
      Object.assign(collected.handlers, handlers);
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

/** Starts all that is registered. */
export function startWork(
  db: Database,
  log: Logger,
  metrics: Metrics | undefined,
  register: (work: Work) => void,
): Worker {
  const { handlers, chores, starts, kinds } = collectWork(register);
  if (metrics)
    measureWork(metrics, db, {
      kinds: [...Object.keys(handlers), ...kinds],
      chores: chores.map(({ name }) => name),
    });
  const workers = [
    startWorker(db, handlers, log, longJobs),
    startChores(db, chores, choresEveryMs, log),
    ...starts.map((start) => start()),
  ];
  return {
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
