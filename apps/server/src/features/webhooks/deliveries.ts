import { describeDateError, readDate } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { recordAction } from '../audit/index.ts';
import { insertPingDelivery, requeueDelivery, requeueFailedDeliveries } from './log-store.ts';
import { lockWebhook } from './store.ts';

type DeliveryDeps = { db: Database; clock: Clock };

/** Queues a delivery without an event. Returns its id. */
export async function pingEndpoint(
  deps: DeliveryDeps,
  who: Caller,
  webhookId: string,
): Promise<string> {
  const id = newId();
  await changeActive(deps, who, webhookId, async (trx) => {
    await insertPingDelivery(trx, id, who.accountId, webhookId, deps.clock());
    await recordAction(trx, who, { action: 'testWebhook', target: webhookId }, deps.clock());
  });
  return id;
}

/** Sends a delivery again under the same id, so that receivers can detect it. */
export async function redeliver(
  deps: DeliveryDeps,
  who: Caller,
  webhookId: string,
  deliveryId: string,
): Promise<void> {
  await changeActive(deps, who, webhookId, async (trx) => {
    if (!(await requeueDelivery(trx, webhookId, deliveryId)))
      throw new Problem('delivery_not_found');
    await recordAction(trx, who, { action: 'redeliver', target: deliveryId }, deps.clock());
  });
}

/**
 * Deliveries carry the time of the process that recorded the event, and `since` is often the time
 * of another delivery. Sending a few more is harmless, because receivers recognize a repeated
 * delivery by its id.
 */
const clocksDifferMs = 60_000;

export async function redeliverSince(
  deps: DeliveryDeps,
  who: Caller,
  webhookId: string,
  since: string,
): Promise<number> {
  const at = readDate(since)?.at;
  if (at === undefined) throw invalid('since', describeDateError(since));
  return changeActive(deps, who, webhookId, async (trx) => {
    const count = await requeueFailedDeliveries(trx, webhookId, new Date(at - clocksDifferMs));
    const act = { action: 'redeliverSince', target: webhookId, fields: { since } } as const;
    await recordAction(trx, who, act, deps.clock());
    return count;
  });
}

/** Locks the endpoint, which must not be disabled. */
async function changeActive<T>(
  { db }: DeliveryDeps,
  who: Caller,
  webhookId: string,
  act: (trx: Trx) => Promise<T>,
): Promise<T> {
  return db.write(async (trx) => {
    const endpoint = await lockWebhook(trx, who.accountId, webhookId);
    if (!endpoint) throw new Problem('webhook_not_found');
    if (!endpoint.active) throw new Problem('webhook_disabled');
    return act(trx);
  });
}
