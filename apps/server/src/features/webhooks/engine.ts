import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../kernel/id.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { type AttemptDeps, attempt, openSecrets, type Receiver } from './attempt.ts';
import { Places } from './places.ts';
import type { Recorder } from './recorder.ts';
import { placesFor } from './rules.ts';
import {
  claimEndpoints,
  type DueDelivery,
  dueDeliveries,
  endpointToSend,
  releaseEndpoint,
  renewClaims,
} from './work-store.ts';

export type EngineDeps = AttemptDeps & {
  db: Database;
  log: Logger;
  recorder: Recorder;
  /** Told of each attempt that was recorded. */
  count: (outcome: 'delivered' | 'failed') => void;
};
export type Engine = { nudge: () => void; stop: () => Promise<void> };

const pollMs = 300;
const renewMs = 10_000;
/** What runs on when the process is asked to stop has this long. */
const patienceMs = 4_000;
const mostEndpoints = 200;
const mostUnderWay = 256;
const mostOfAnAccount = 32;
const batch = 200;

/**
 * Sends what is due: claims endpoints, so that one worker at a time sends to each, and works through the deliveries of
 * each. Attempts of which nothing is recorded (the worker dies) are made again by whoever claims the endpoint next.
 */
export function startEngine(deps: EngineDeps): Engine {
  const { db, log } = deps;
  const worker = newId();
  const places = new Places(mostUnderWay, mostOfAnAccount);
  const running = new Map<string, Promise<void>>();
  const abort = new AbortController();
  let stopped = false;
  let nudged = false;
  let wake: (() => void) | undefined;

  const serve = async (id: string, accountId: string): Promise<void> => {
    try {
      while (!stopped && (await turn(id, accountId)));
    } catch (error) {
      log.warn({ err: error, webhook: id }, 'webhooks: an endpoint has to wait');
    }
    await releaseEndpoint(db, worker, id).catch(() => {});
    running.delete(id);
  };

  /** Sends a batch; false when there is nothing to send to this endpoint now. */
  const turn = async (id: string, accountId: string): Promise<boolean> => {
    const endpoint = await endpointToSend(db, worker, id);
    if (!endpoint) return false;
    const width = placesFor(endpoint);
    const isFailing = endpoint.failureCount > 0;
    const due = await dueDeliveries(db, id, isFailing, [], width === 1 ? 1 : batch);
    if (due.length === 0) return false;
    const receiver = { url: endpoint.url, secrets: openSecrets(deps, endpoint) };
    await sendAll(receiver, accountId, due, width);
    return true;
  };

  /** `width` at a time; after a failure nothing more is begun, since the endpoint may be down. */
  const sendAll = async (
    receiver: Receiver,
    accountId: string,
    due: DueDelivery[],
    width: number,
  ): Promise<void> => {
    const records: Promise<void>[] = [];
    let next = 0;
    let failed = false;
    const sendNext = async (): Promise<void> => {
      const delivery = due[next++] as DueDelivery;
      const result = await places.run(accountId, () =>
        attempt(deps, receiver, delivery, abort.signal),
      );
      // Stopping has cut it short: whoever comes next tries it again.
      if (abort.signal.aborted && result.error !== null) return;
      failed ||= result.error !== null;
      deps.count(result.error === null ? 'delivered' : 'failed');
      records.push(deps.recorder.record(result));
    };
    const lane = async (): Promise<void> => {
      while (next < due.length && !failed && !stopped) await sendNext();
    };
    await Promise.all(Array.from({ length: Math.min(width, due.length) }, lane));
    await Promise.all(records);
  };

  const claim = async (): Promise<void> => {
    const room = mostEndpoints - running.size;
    const claimed = room > 0 ? await claimEndpoints(db, worker, room) : [];
    for (const { id, accountId } of claimed)
      if (!running.has(id)) running.set(id, serve(id, accountId));
  };

  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const loop = async (): Promise<void> => {
    while (!stopped) {
      nudged = false;
      await claim().catch((error: unknown) =>
        log.warn({ err: error }, 'webhooks: the database does not answer'),
      );
      if (!nudged && !stopped) await rest();
    }
  };
  const looping = loop();
  const renewing = setInterval(() => {
    if (running.size > 0) renewClaims(db, worker, [...running.keys()]).catch(() => {});
  }, renewMs);
  return {
    nudge: () => {
      nudged = true;
      wake?.();
    },
    stop: async () => {
      stopped = true;
      wake?.();
      clearInterval(renewing);
      await looping;
      await Promise.race([Promise.all(running.values()), sleep(patienceMs)]);
      abort.abort();
      await Promise.all(running.values());
    },
  };
}
