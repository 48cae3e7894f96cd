import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../kernel/id.ts';
import { type Database, figuresOf, restBetween } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { eventsWork } from '../events/index.ts';
import { type AttemptDeps, attempt, type Receiver, receiverOf } from './attempt.ts';
import { batch, flow, type Sent } from './flow.ts';
import { attemptsTotal } from './names.ts';
import type { Recorder } from './recorder.ts';
import { placesFor } from './rules.ts';
import { AccountSemaphore } from './semaphore.ts';
import {
  claimEndpoints,
  type DueDelivery,
  dueDeliveries,
  endpointToSend,
  nextProbe,
  releaseEndpoint,
  renewClaims,
} from './work-store.ts';

export type EngineDeps = AttemptDeps & {
  db: Database;
  log: Logger;
  recorder: Recorder;
};
export type Engine = { stop: () => Promise<void> };

const pollMs = 300;
/** Batches lookups for bursts of events. */
const paceMs = 25;
const renewMs = 10_000;
/** Time to finish running attempts on shutdown. */
const patienceMs = 4_000;
const mostEndpoints = 200;
const mostUnderWay = 256;
const mostOfAnAccount = 32;

/**
 * Sends due deliveries. A worker claims an endpoint, so one worker at a time sends to it. Attempts
 * not recorded because the worker died are repeated by the next one.
 */
export function startEngine(deps: EngineDeps): Engine {
  const { db, log } = deps;
  const worker = newId();
  const semaphore = new AccountSemaphore(mostUnderWay, mostOfAnAccount);
  const running = new Map<string, Promise<void>>();
  let stopped = false;
  let isCut = false;
  const { begin, isWoken, rest, end } = restBetween(db, [eventsWork], pollMs);

  const serve = async (id: string, accountId: string): Promise<void> => {
    try {
      while (!stopped && (await turn(id, accountId)));
    } catch (error) {
      log.warn({ err: error, webhook: id }, 'webhooks: an endpoint has to wait');
    }
    await releaseEndpoint(db, worker, id).catch(() => {});
    running.delete(id);
  };

  /** Returns false if nothing can be sent to this endpoint now. */
  const turn = async (id: string, accountId: string): Promise<boolean> => {
    const endpoint = await endpointToSend(db, worker, id);
    if (!endpoint) return false;
    let receiver = receiverOf(deps, id, endpoint);
    const width = placesFor(endpoint);
    if (width === 1) {
      const isFailing = endpoint.failureCount > 0;
      const due = isFailing
        ? await nextProbe(db, id)
        : (await dueDeliveries(db, id, undefined, 1))[0];
      if (!due) return false;
      await (await send(receiver, accountId, due)).recorded;
      return true;
    }
    const sent = await flow({
      width,
      read: async (after) => {
        if (after !== undefined) {
          // The endpoint may have been deleted, or its secret rotated, since the claim.
          const now = await endpointToSend(db, worker, id);
          if (!now) return [];
          receiver = receiverOf(deps, id, now);
        }
        return dueDeliveries(db, id, after, batch);
      },
      send: (due) => send(receiver, accountId, due),
      isStopped: () => stopped,
    });
    return sent > 0;
  };

  const send = async (receiver: Receiver, accountId: string, due: DueDelivery): Promise<Sent> => {
    const result = await semaphore.run(accountId, () => attempt(deps, receiver, due));
    const isGood = result.error === null;
    // Shutdown aborted it. The next worker repeats it.
    if (isCut && !isGood) return { isGood, recorded: Promise.resolve() };
    figuresOf(db).add(attemptsTotal, { outcome: isGood ? 'delivered' : 'failed' });
    return { isGood, recorded: deps.recorder.record(result) };
  };

  const claim = async (): Promise<void> => {
    const room = mostEndpoints - running.size;
    const claimed = room > 0 ? await claimEndpoints(db, worker, [...running.keys()], room) : [];
    for (const { id, accountId } of claimed)
      if (!running.has(id)) running.set(id, serve(id, accountId));
  };

  const loop = async (): Promise<void> => {
    while (!stopped) {
      begin();
      await claim().catch((error: unknown) =>
        log.warn({ err: error }, 'webhooks: the database does not answer'),
      );
      if (!stopped) await (isWoken() ? sleep(paceMs) : rest());
    }
  };
  const looping = loop();
  const renewing = setInterval(() => {
    if (running.size > 0) renewClaims(db, worker, [...running.keys()]).catch(() => {});
  }, renewMs);
  return {
    stop: async () => {
      stopped = true;
      end();
      clearInterval(renewing);
      await looping;
      await Promise.race([Promise.all(running.values()), sleep(patienceMs)]);
      isCut = true;
      await deps.outbound.close();
      await Promise.all(running.values());
    },
  };
}
