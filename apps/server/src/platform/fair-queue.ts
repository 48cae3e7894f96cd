import { Problem } from '../kernel/problem.ts';

/**
 * Shares a scarce resource of this process, such as a worker thread, between clients or accounts. Waiting work of the
 * client that used the least time lately runs first, so only those who use much wait.
 */
export type FairQueue = {
  /**
   * Runs `work` when a slot is free. Rejects with `busy` if it can't start within `maxWaitMs`, if `signal` aborts before it
   * starts, or if too much work waits.
   */
  run: <T>(client: string, work: Work<T>, options?: RunOptions) => Promise<T>;
  /** Adds what the client used elsewhere. */
  charge: (client: string, ms: number) => void;
  figures: FairQueueFigures;
};

/** The elapsed time is charged to the client. `charge` replaces it with a better measure, such as CPU time. */
export type Work<T> = (charge: (ms: number) => void) => Promise<T>;

export type RunOptions = {
  /** Expected cost in milliseconds. Between clients that used equally much, cheaper work runs first. */
  estimateMs?: number;
  signal?: AbortSignal;
};

export type FairQueueFigures = {
  readonly running: number;
  readonly waiting: number;
  /** Rejected with `busy`. */
  refused: number;
};

type Options = {
  /** How much runs at once. */
  slots: number;
  /** How much of one client runs at once. By default one slot stays free for others. */
  slotsPerClient?: number;
  maxWaitMs?: number;
  maxWaiting?: number;
  maxWaitingPerClient?: number;
  now?: () => number;
};

type Job = {
  client: string;
  estimateMs: number;
  start: () => void;
  refuse: () => void;
};

export function createFairQueue({
  slots,
  slotsPerClient = Math.max(1, slots - 1),
  maxWaitMs = 5_000,
  maxWaiting = 200,
  maxWaitingPerClient = 20,
  now = () => performance.now(),
}: Options): FairQueue {
  const ledger = new Ledger(now);
  /** In the order of arrival. */
  const jobs: Job[] = [];
  let running = 0;
  const figures: FairQueueFigures = {
    get running() {
      return running;
    },
    get waiting() {
      return jobs.length;
    },
    refused: 0,
  };

  const scoreOf = ({ client, estimateMs }: Job): number => ledger.spentMs(client) + estimateMs;
  const remove = (job: Job): void => {
    jobs.splice(jobs.indexOf(job), 1);
    ledger.of(job.client).waiting--;
  };
  const startNext = (): void => {
    while (running < slots) {
      const ready = jobs.filter(({ client }) => ledger.of(client).running.size < slotsPerClient);
      const next = minBy(ready, scoreOf);
      if (!next) return;
      remove(next);
      next.start();
    }
  };
  const busy = (): Problem => {
    figures.refused++;
    return new Problem('busy', { retryAfterSeconds: Math.ceil(maxWaitMs / 1_000) });
  };
  const waitForTurn = async (
    client: string,
    { estimateMs = 0, signal }: RunOptions,
  ): Promise<() => void> => {
    const usage = ledger.of(client);
    if (signal?.aborted || usage.waiting >= maxWaitingPerClient) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const job: Job = {
      client,
      estimateMs,
      start() {
        running++;
        const since = { ms: now() };
        usage.running.add(since);
        resolve(() => usage.running.delete(since));
      },
      refuse() {
        if (!jobs.includes(job)) return;
        remove(job);
        reject(busy());
      },
    };
    const timer = setTimeout(job.refuse, maxWaitMs);
    signal?.addEventListener('abort', job.refuse, { once: true });
    usage.waiting++;
    jobs.push(job);
    startNext();
    // The client that asks for the most gives way, not the one that comes last.
    if (jobs.length > maxWaiting) minBy(jobs.toReversed(), (each) => -scoreOf(each))?.refuse();
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', job.refuse);
    });
  };

  return {
    figures,
    charge: (client, ms) => ledger.spend(client, ms),
    async run(client, work, options = {}) {
      const end = await waitForTurn(client, options);
      const began = now();
      let chargedMs: number | undefined;
      try {
        return await work((ms) => {
          chargedMs = (chargedMs ?? 0) + ms;
        });
      } finally {
        end();
        running--;
        ledger.spend(client, chargedMs ?? now() - began);
        startNext();
      }
    },
  };
}

/** Half of what a client used is forgotten after this time. */
const HALF_LIFE_MS = 10_000;
const FORGOTTEN_MS = 1;
const MAX_CLIENTS = 10_000;

type Usage = { spentMs: number; asOf: number; waiting: number; running: Set<{ ms: number }> };

/** How much time each client used lately, finished work and running work together. */
class Ledger {
  readonly #usages = new Map<string, Usage>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  of(client: string): Usage {
    let usage = this.#usages.get(client);
    if (!usage) {
      if (this.#usages.size >= MAX_CLIENTS) this.#forget();
      usage = { spentMs: 0, asOf: this.#now(), waiting: 0, running: new Set() };
      this.#usages.set(client, usage);
    }
    return usage;
  }

  spentMs(client: string): number {
    const usage = this.of(client);
    const now = this.#now();
    return [...usage.running].reduce((sum, since) => sum + now - since.ms, this.#decayedMs(usage));
  }

  spend(client: string, ms: number): void {
    const usage = this.of(client);
    usage.spentMs = this.#decayedMs(usage) + ms;
    usage.asOf = this.#now();
  }

  #decayedMs({ spentMs, asOf }: Usage): number {
    return spentMs * 0.5 ** ((this.#now() - asOf) / HALF_LIFE_MS);
  }

  #forget(): void {
    const idle = [...this.#usages].filter(([, each]) => each.waiting + each.running.size === 0);
    const forgotten = idle.filter(([, each]) => this.#decayedMs(each) < FORGOTTEN_MS);
    // Where none is forgotten yet, bounded memory matters more than fairness between so many.
    for (const [client] of forgotten.length > 0 ? forgotten : idle) this.#usages.delete(client);
  }
}

/** The first item with the least value. */
function minBy<T>(items: readonly T[], measure: (item: T) => number): T | undefined {
  let least: { item: T; value: number } | undefined;
  for (const item of items) {
    const value = measure(item);
    if (!least || value < least.value) least = { item, value };
  }
  return least?.item;
}
