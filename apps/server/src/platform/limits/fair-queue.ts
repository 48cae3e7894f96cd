import { Problem } from '../../kernel/problem.ts';

/**
 * Shares a scarce resource of this process, such as a worker thread, between clients or accounts.
 * Waiting work of the client that used the least time lately runs first, so only heavy users wait.
 */
export type FairQueue = {
  /**
   * Runs `work` when a slot is free. Rejects with `busy` if it can't start within `maxWaitMs`, if `signal` aborts before it
   * starts, or if too much work waits.
   */
  run: <T>(client: string, work: Work<T>, options?: RunOptions) => Promise<T>;
  /** Like `run`, for work that ends elsewhere. Call the returned function when it ends. */
  enter: (client: string, options?: RunOptions) => Promise<EndWork>;
  /** Adds time that the client used elsewhere. */
  charge: (client: string, ms: number) => void;
  /** Returns how much time the client used lately. */
  spentMs: (client: string) => number;
  figures: FairQueueFigures;
};

/**
 * Elapsed time is charged to the client unless the work calls `charge` with a better measure, such
 * as CPU time.
 */
export type Work<T> = (charge: (ms: number) => void) => Promise<T>;

/**
 * Frees the slot; only the first call counts. Charges the elapsed time to the client unless a better
 * measure is passed.
 */
export type EndWork = (chargedMs?: number) => void;

export type RunOptions = {
  /** Expected cost in milliseconds. Between clients with equal use, cheaper work runs first. */
  estimateMs?: number;
  /** Runs before all other waiting work, whatever its client used. */
  isFirst?: boolean;
  /** Replaces the queue's limit if it is shorter. */
  maxWaitMs?: number;
  signal?: AbortSignal;
};

export type FairQueueFigures = {
  readonly running: number;
  readonly waiting: number;
  /** Number of pieces of work rejected with `busy`. */
  refused: number;
};

type Options = {
  /** Amount of work that runs at once. */
  slots: number;
  /** Amount of work of one client that runs at once. By default one slot stays free for others. */
  slotsPerClient?: number;
  maxWaitMs?: number;
  maxWaiting?: number;
  maxWaitingPerClient?: number;
  /** Rejects work that can't start. `busy` by default. */
  createRefusal?: (retryAfterSeconds: number) => Problem;
};

type Job = {
  client: string;
  isFirst: boolean;
  estimateMs: number;
  arrival: number;
  start: () => void;
  refuse: () => void;
};

/** Leaves time to send a refusal within 5 s, even in a busy process. */
export const DEFAULT_MAX_WAIT_MS = 4_000;
const RETRY_AFTER_SECONDS = 5;

export function createFairQueue({
  slots,
  slotsPerClient = Math.max(1, slots - 1),
  maxWaitMs = DEFAULT_MAX_WAIT_MS,
  maxWaiting = 200,
  maxWaitingPerClient = 20,
  createRefusal = (retryAfterSeconds) => new Problem('busy', { retryAfterSeconds }),
}: Options): FairQueue {
  const ledger = new Ledger();
  /**
   * Clients with waiting work. Choosing the next job scans clients and not jobs, so a client with
   * many jobs doesn't slow down the others.
   */
  const queued = new Set<string>();
  let waiting = 0;
  let arrivals = 0;
  let running = 0;
  const figures: FairQueueFigures = {
    get running() {
      return running;
    },
    get waiting() {
      return waiting;
    },
    refused: 0,
  };

  /** Returns the next or the last waiting job of each client. */
  const candidates = (at: 0 | -1, isReady: (client: string) => boolean = () => true): ScoredJob[] =>
    [...queued].filter(isReady).flatMap((client) => {
      const job = ledger.getUsage(client).jobs.at(at);
      return job ? [{ job, scoreMs: ledger.spentMs(client) + job.estimateMs }] : [];
    });
  const add = (job: Job): void => {
    const { jobs } = ledger.getUsage(job.client);
    const place = jobs.findLastIndex((other) => !isBefore(job, other)) + 1;
    jobs.splice(place, 0, job);
    queued.add(job.client);
    waiting++;
  };
  const remove = (job: Job): void => {
    const { jobs } = ledger.getUsage(job.client);
    jobs.splice(jobs.indexOf(job), 1);
    if (jobs.length === 0) queued.delete(job.client);
    waiting--;
  };
  const startNext = (): void => {
    while (running < slots && waiting > 0) {
      const hasSlot = (client: string) => ledger.getUsage(client).running.size < slotsPerClient;
      const next = candidates(0, hasSlot).reduce<ScoredJob | undefined>(
        (best, each) => (best && !runsBefore(each, best) ? best : each),
        undefined,
      );
      if (!next) return;
      remove(next.job);
      next.job.start();
    }
  };
  /** Rejects work of the client that asks for the most, not the work that arrived last. */
  const evict = (): void =>
    candidates(-1)
      .reduce<ScoredJob | undefined>(
        (worst, each) => (worst && runsBefore(each, worst) ? worst : each),
        undefined,
      )
      ?.job.refuse();
  const busy = (): Problem => {
    figures.refused++;
    return createRefusal(RETRY_AFTER_SECONDS);
  };
  const enter = async (
    client: string,
    {
      estimateMs = 0,
      isFirst = false,
      maxWaitMs: ownMaxWaitMs = maxWaitMs,
      signal,
    }: RunOptions = {},
  ): Promise<EndWork> => {
    const usage = ledger.getUsage(client);
    const start = (): EndWork => {
      running++;
      const since = { ms: performance.now() };
      usage.running.add(since);
      return (chargedMs = performance.now() - since.ms) => {
        if (!usage.running.delete(since)) return;
        running--;
        ledger.charge(usage, chargedMs);
        if (waiting > 0) startNext();
      };
    };
    if (signal?.aborted) throw busy();
    if (waiting === 0 && running < slots && usage.running.size < slotsPerClient) return start();
    if (usage.jobs.length >= maxWaitingPerClient) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<EndWork>();
    const job: Job = {
      ...{ client, estimateMs, isFirst, arrival: arrivals++ },
      start: () => resolve(start()),
      refuse() {
        if (!usage.jobs.includes(job)) return;
        remove(job);
        reject(busy());
      },
    };
    const timer = setTimeout(job.refuse, Math.min(ownMaxWaitMs, maxWaitMs));
    signal?.addEventListener('abort', job.refuse, { once: true });
    add(job);
    startNext();
    if (waiting > maxWaiting) evict();
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', job.refuse);
    });
  };

  return {
    figures,
    charge: (client, ms) => void ledger.charge(ledger.getUsage(client), ms),
    spentMs: (client) => ledger.spentMs(client),
    enter,
    async run(client, work, options) {
      const end = await enter(client, options);
      let chargedMs: number | undefined;
      try {
        return await work((ms) => {
          chargedMs = (chargedMs ?? 0) + ms;
        });
      } finally {
        end(chargedMs);
      }
    },
  };
}

/** Half of a client's recorded use decays in this time. */
const HALF_LIFE_MS = 10_000;
const FORGOTTEN_MS = 1;
const MAX_CLIENTS = 10_000;
/**
 * This part of what a site used counts for each of its clients, so that another address gains little. An IPv4 /24 may
 * belong to many people, so its new clients still start before its heavy ones.
 */
const SITE_SHARES = { v6: 1 / 8, v4: 1 / 32 };

/** The /48 of an IPv6 client, which has 65,536 others. Undefined for IPv4. */
export function findClientSite(client: string): string | undefined {
  return client.endsWith('/64') ? `${client.slice(0, 12)}/48` : undefined;
}

/** The addresses that one person may own together, with the client's share of what they used. */
function findNeighbors(client: string): { name: string; share: number } | undefined {
  const site = findClientSite(client);
  if (site !== undefined) return { name: site, share: SITE_SHARES.v6 };
  const [, network] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(client) ?? [];
  return network === undefined ? undefined : { name: `${network}.0/24`, share: SITE_SHARES.v4 };
}

type Usage = {
  spentMs: number;
  asOf: number;
  /** Waiting work, in the order in which it will run. */
  jobs: Job[];
  running: Set<{ ms: number }>;
  site: { usage: Usage; share: number } | undefined;
};

/** Tracks how much time each client used lately, in finished and running work. */
class Ledger {
  readonly #usages = new Map<string, Usage>();

  getUsage(client: string): Usage {
    let usage = this.#usages.get(client);
    if (!usage) {
      if (this.#usages.size >= MAX_CLIENTS) this.#dropIdleClients();
      const neighbors = findNeighbors(client);
      usage = {
        ...{ spentMs: 0, asOf: performance.now(), jobs: [], running: new Set() },
        site: neighbors && { usage: this.getUsage(neighbors.name), share: neighbors.share },
      };
      this.#usages.set(client, usage);
    }
    return usage;
  }

  spentMs(client: string): number {
    const usage = this.getUsage(client);
    const now = performance.now();
    const own = [...usage.running].reduce(
      (sum, since) => sum + now - since.ms,
      this.charge(usage, 0),
    );
    const { site } = usage;
    return site ? Math.max(own, this.charge(site.usage, 0) * site.share) : own;
  }

  /** Adds time to what is left of the client's recorded use. Returns the sum. */
  charge(usage: Usage, ms: number): number {
    if (usage.site && ms > 0) this.charge(usage.site.usage, ms);
    const now = performance.now();
    usage.spentMs = usage.spentMs * 0.5 ** ((now - usage.asOf) / HALF_LIFE_MS) + ms;
    usage.asOf = now;
    return usage.spentMs;
  }

  #dropIdleClients(): void {
    const idle = [...this.#usages].filter(([, each]) => each.jobs.length + each.running.size === 0);
    const forgotten = idle.filter(([, each]) => this.charge(each, 0) < FORGOTTEN_MS);
    // If every idle client still has recorded use, drop all of them: bounded memory matters more
    // than fairness between so many.
    for (const [client] of forgotten.length > 0 ? forgotten : idle) this.#usages.delete(client);
  }
}

type ScoredJob = { job: Job; scoreMs: number };

function isBefore(one: Job, other: Job): boolean {
  if (one.isFirst !== other.isFirst) return one.isFirst;
  return one.estimateMs < other.estimateMs;
}

function runsBefore(one: ScoredJob, other: ScoredJob): boolean {
  if (one.job.isFirst !== other.job.isFirst) return one.job.isFirst;
  if (one.scoreMs !== other.scoreMs) return one.scoreMs < other.scoreMs;
  return one.job.arrival < other.job.arrival;
}
