import { dateFault, readDate } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import { recordAct } from '../audit/index.ts';
import type { WebhookDeps } from './deps.ts';
import { deliverAgain, deliverFailedAgain, webhookLocked } from './store.ts';

/** The same delivery once more, under the same id: receivers can tell it. */
export async function redeliver(
  deps: WebhookDeps,
  who: Caller,
  webhookId: string,
  deliveryId: string,
): Promise<string> {
  const id = readId(deliveryId);
  await within(deps, who, webhookId, async (trx, webhook) => {
    if (!id || !(await deliverAgain(trx, webhook, id))) throw new Problem('delivery_not_found');
    await recordAct(trx, who, { action: 'redeliver', target: id }, deps.clock());
  });
  return id ?? '';
}

export async function redeliverSince(
  deps: WebhookDeps,
  who: Caller,
  webhookId: string,
  since: string,
): Promise<number> {
  const at = readDate(since)?.at;
  if (at === undefined) throw invalid('since', dateFault(since));
  return within(deps, who, webhookId, async (trx, webhook) => {
    const count = await deliverFailedAgain(trx, webhook, new Date(at));
    const act = { action: 'redeliverSince', target: webhook, fields: { since } } as const;
    await recordAct(trx, who, act, deps.clock());
    return count;
  });
}

async function within<T>(
  { db, nudge }: WebhookDeps,
  who: Caller,
  webhookId: string,
  act: (trx: Trx, id: string) => Promise<T>,
): Promise<T> {
  const id = readId(webhookId);
  if (!id) throw new Problem('webhook_not_found');
  const result = await db.transaction().execute(async (trx) => {
    const kept = await webhookLocked(trx, who.accountId, id);
    if (!kept) throw new Problem('webhook_not_found');
    if (!kept.active) throw new Problem('webhook_disabled');
    return act(trx, id);
  });
  nudge();
  return result;
}
