import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Actor, recordAct } from '../audit/index.ts';
import { enable, insertPing, markDeleted, replaceSecret } from './change-store.ts';
import type { WebhookDeps } from './deps.ts';
import { enqueueLog } from './drop-log.ts';
import { bothSignMs } from './rules.ts';
import { newSecret } from './sign.ts';
import { type LockedWebhook, webhookLocked } from './store.ts';

const actions = {
  delete: 'deleteWebhook',
  enable: 'enableWebhook',
  rotate: 'rotateWebhookSecret',
  test: 'testWebhook',
} as const;

/** Changes an endpoint and records the action. */
async function change<T>(
  { db, clock }: Pick<WebhookDeps, 'db' | 'clock'>,
  who: Actor,
  id: string,
  action: keyof typeof actions,
  act: (trx: Trx, locked: LockedWebhook) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const locked = await webhookLocked(trx, who.accountId, id);
    if (!locked) throw new Problem('webhook_not_found');
    const result = await act(trx, locked);
    await recordAct(trx, who, { action: actions[action], target: id }, clock());
    return result;
  });
}

export async function remove(deps: WebhookDeps, who: Caller, id: string): Promise<void> {
  await change(deps, who, id, 'delete', async (trx) => {
    await markDeleted(trx, id, deps.clock());
    await enqueueLog(trx, who.accountId, id);
  });
}

export function enableAgain(
  deps: Pick<WebhookDeps, 'db' | 'clock'>,
  who: Actor,
  id: string,
): Promise<void> {
  return change(deps, who, id, 'enable', (trx) => enable(trx, id));
}

/** The old secret also signs for a while. */
export function rotate(deps: WebhookDeps, who: Caller, id: string): Promise<string> {
  return change(deps, who, id, 'rotate', async (trx) => {
    const secret = newSecret();
    const until = new Date(deps.clock().getTime() + bothSignMs);
    await replaceSecret(trx, id, await deps.sealer.seal(trx, secret), until);
    return secret;
  });
}

export async function ping(deps: WebhookDeps, who: Caller, id: string): Promise<string> {
  const deliveryId = newId();
  await change(deps, who, id, 'test', async (trx, { active }) => {
    if (!active) throw new Problem('webhook_disabled');
    await insertPing(trx, deliveryId, who.accountId, id, deps.clock());
  });
  return deliveryId;
}
