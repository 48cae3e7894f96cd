import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../kernel/id.ts';
import { createPoller, type Database } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { eventsWork } from '../events/index.ts';
import {
  type AttemptDeps,
  attemptDelivery,
  createDeliveryTarget,
  type DeliveryTarget,
} from './attempt.ts';
import type { Recorder } from './recorder.ts';
import { concurrencyLimit } from './rules.ts';
import { READ_BATCH_SIZE, runSendLoop, type SendResult } from './send-loop.ts';
import {
  claimEndpoints,
  type DueDelivery,
  findClaimedEndpoint,
  findNextProbe,
  readDueDeliveries,
  releaseEndpoint,
  renewEndpointClaims,
} from './work-store.ts';

export const attemptsTotal = 'insignia_webhook_attempts_total';

export type EngineDeps = AttemptDeps & {
  db: Database;
  log: Logger;
  recorder: Recorder;
};
export type DeliveryEngine = { stop: () => Promise<void> };

const pollMs = 300;
/** Batches lookups for bursts of events. */
const paceMs = 25;
const renewMs = 10_000;
/** Time to finish running attempts on shutdown. */
const STOP_TIMEOUT_MS = 4_000;
const MAX_ENDPOINTS = 200;
const MAX_CONCURRENT = 256;
const MAX_CONCURRENT_PER_ACCOUNT = 32;
/** After this time, an endpoint gives up its place if all places are taken, or all that its account may have. */
const MAX_PLACE_MS = 10_000;

/**
 * Sends due deliveries. A worker claims an endpoint, so one worker at a time sends to it. Attempts
 * not recorded because the worker died are repeated by the next one.
 */
export function startDeliveryEngine(deps: EngineDeps): DeliveryEngine {
  const { db, log } = deps;
  const worker = newId();
  const semaphore = new AccountSemaphore(MAX_CONCURRENT, MAX_CONCURRENT_PER_ACCOUNT);
  const running = new Map<string, { accountId: string; serving: Promise<void> }>();
  let stopped = false;
  let isAborted = false;
  const { rest, end } = createPoller(db.signals, [eventsWork], { pollMs, paceMs });

  /** Others may wait for a place. */
  const isCrowded = (accountId: string): boolean =>
    running.size >= MAX_ENDPOINTS ||
    [...running.values()].filter((each) => each.accountId === accountId).length >=
      MAX_CONCURRENT_PER_ACCOUNT;

  const serve = async (id: string, accountId: string): Promise<void> => {
    const startedAt = performance.now();
    const isOver = (): boolean =>
      stopped || (performance.now() - startedAt >= MAX_PLACE_MS && isCrowded(accountId));
    try {
      while (!isOver() && (await turn(id, accountId, isOver)));
    } catch (error) {
      log.warn({ err: error, webhook: id }, 'webhooks: sending to an endpoint stopped');
    }
    await releaseEndpoint(db, worker, id).catch(() => {});
    running.delete(id);
  };

  /** Returns false if nothing can be sent to this endpoint now. */
  const turn = async (id: string, accountId: string, isOver: () => boolean): Promise<boolean> => {
    const endpoint = await findClaimedEndpoint(db, worker, id);
    if (!endpoint) return false;
    let receiver = createDeliveryTarget(deps, id, endpoint);
    const concurrency = concurrencyLimit(endpoint);
    if (concurrency === 1) {
      const isFailing = endpoint.failureCount > 0;
      const due = isFailing
        ? await findNextProbe(db, id)
        : (await readDueDeliveries(db, id, undefined, [], 1))[0];
      if (!due) return false;
      await (await send(receiver, accountId, due)).recorded;
      return true;
    }
    let isFirstRead = true;
    const sent = await runSendLoop({
      concurrency,
      read: async (after, excludedIds) => {
        if (!isFirstRead) {
          // The endpoint may have been deleted, or its secret rotated, since the last read.
          const current = await findClaimedEndpoint(db, worker, id);
          if (!current) return [];
          receiver = createDeliveryTarget(deps, id, current);
        }
        isFirstRead = false;
        return readDueDeliveries(db, id, after, excludedIds, READ_BATCH_SIZE);
      },
      send: (due) => send(receiver, accountId, due),
      isStopped: isOver,
    });
    return sent > 0;
  };

  const send = async (
    receiver: DeliveryTarget,
    accountId: string,
    due: DueDelivery,
  ): Promise<SendResult> => {
    const result = await semaphore.run(accountId, () => attemptDelivery(deps, receiver, due));
    const isGood = result.error === null;
    // Shutdown aborted it. The next worker repeats it.
    if (isAborted && !isGood) return { isGood, recorded: Promise.resolve() };
    db.figures.add(attemptsTotal, { outcome: isGood ? 'delivered' : 'failed' });
    return { isGood, recorded: deps.recorder.record(result) };
  };

  const loop = async (): Promise<void> => {
    while (!stopped) {
      try {
        const limit = MAX_ENDPOINTS - running.size;
        const claimed =
          limit > 0
            ? await claimEndpoints(db, worker, {
                running: [...running].map(([id, { accountId }]) => ({ id, accountId })),
                // More endpoints of an account couldn't send at the same time.
                ...{ limit, perAccount: MAX_CONCURRENT_PER_ACCOUNT },
              })
            : [];
        for (const { id, accountId } of claimed)
          running.set(id, { accountId, serving: serve(id, accountId) });
      } catch (error) {
        log.warn({ err: error }, "webhooks: the database doesn't respond");
      }
      await rest();
    }
  };
  const looping = loop();
  const renewing = setInterval(() => {
    if (running.size > 0) renewEndpointClaims(db, worker, [...running.keys()]).catch(() => {});
  }, renewMs);
  return {
    stop: async () => {
      stopped = true;
      end();
      clearInterval(renewing);
      await looping;
      const serving = Promise.all([...running.values()].map((each) => each.serving));
      await Promise.race([serving, sleep(STOP_TIMEOUT_MS)]);
      isAborted = true;
      await deps.outbound.close();
      await serving;
    },
  };
}

/** Limits concurrency in total and per account. */
class AccountSemaphore {
  readonly #limit: number;
  readonly #accountLimit: number;
  readonly #byAccount = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number, accountLimit: number) {
    this.#limit = limit;
    this.#accountLimit = accountLimit;
  }

  async run<T>(account: string, work: () => Promise<T>): Promise<T> {
    while (
      this.#running >= this.#limit ||
      (this.#byAccount.get(account) ?? 0) >= this.#accountLimit
    )
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#add(account, 1);
    try {
      return await work();
    } finally {
      this.#add(account, -1);
      if (this.#waiting.length > 0) for (const wake of this.#waiting.splice(0)) wake();
    }
  }

  #add(account: string, by: number): void {
    this.#running += by;
    const left = (this.#byAccount.get(account) ?? 0) + by;
    if (left === 0) this.#byAccount.delete(account);
    else this.#byAccount.set(account, left);
  }
}
