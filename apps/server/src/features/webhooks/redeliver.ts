import { describeDateError, readDate } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import { recordAction } from '../audit/index.ts';
import type { WebhookDeps } from './deps.ts';
import { requeueDelivery, requeueFailedDeliveries } from './redeliver-store.ts';
import { lockWebhook } from './store.ts';

/** Sends a delivery again under the same id, so that receivers can detect it. */
export async function redeliver(
  deps: WebhookDeps,
  who: Caller,
  webhookId: string,
  deliveryId: string,
): Promise<void> {
  await within(deps, who, webhookId, async (trx) => {
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
  deps: WebhookDeps,
  who: Caller,
  webhookId: string,
  since: string,
): Promise<number> {
  const at = readDate(since)?.at;
  if (at === undefined) throw invalid('since', describeDateError(since));
  return within(deps, who, webhookId, async (trx) => {
    const count = await requeueFailedDeliveries(trx, webhookId, new Date(at - clocksDifferMs));
    const act = { action: 'redeliverSince', target: webhookId, fields: { since } } as const;
    await recordAction(trx, who, act, deps.clock());
    return count;
  });
}

async function within<T>(
  { db }: WebhookDeps,
  who: Caller,
  webhookId: string,
  act: (trx: Trx) => Promise<T>,
): Promise<T> {
  return db.write(async (trx) => {
    const kept = await lockWebhook(trx, who.accountId, webhookId);
    if (!kept) throw new Problem('webhook_not_found');
    if (!kept.active) throw new Problem('webhook_disabled');
    return act(trx);
  });
}
