import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Actor, recordAction } from '../audit/index.ts';
import {
  enableStoredEndpoint,
  insertPingDelivery,
  markEndpointDeleted,
  replaceSecret,
} from './change-store.ts';
import { enqueueLogDeletion } from './delete-log.ts';
import type { WebhookDeps } from './deps.ts';
import { secretOverlapMs } from './rules.ts';
import { createSecret } from './sign.ts';
import { type LockedWebhook, lockWebhook } from './store.ts';

const actions = {
  delete: 'deleteWebhook',
  enable: 'enableWebhook',
  rotate: 'rotateWebhookSecret',
  test: 'testWebhook',
} as const;

/** Changes an endpoint and records the action. */
async function changeEndpoint<T>(
  { db, clock }: Pick<WebhookDeps, 'db' | 'clock'>,
  who: Actor,
  id: string,
  action: keyof typeof actions,
  act: (trx: Trx, locked: LockedWebhook) => Promise<T>,
): Promise<T> {
  return db.write(async (trx) => {
    const locked = await lockWebhook(trx, who.accountId, id);
    if (!locked) throw new Problem('webhook_not_found');
    const result = await act(trx, locked);
    await recordAction(trx, who, { action: actions[action], target: id }, clock());
    return result;
  });
}

export async function deleteEndpoint(deps: WebhookDeps, who: Caller, id: string): Promise<void> {
  await changeEndpoint(deps, who, id, 'delete', async (trx) => {
    await markEndpointDeleted(trx, id, deps.clock());
    await enqueueLogDeletion(trx, who.accountId, id);
  });
}

export function reenableEndpoint(
  deps: Pick<WebhookDeps, 'db' | 'clock'>,
  who: Actor,
  id: string,
): Promise<void> {
  return changeEndpoint(deps, who, id, 'enable', (trx) => enableStoredEndpoint(trx, id));
}

/** The old secret also signs for a while. */
export function rotateEndpointSecret(deps: WebhookDeps, who: Caller, id: string): Promise<string> {
  return changeEndpoint(deps, who, id, 'rotate', async (trx) => {
    const secret = createSecret();
    const until = new Date(deps.clock().getTime() + secretOverlapMs);
    await replaceSecret(trx, id, await deps.sealer.seal(trx, secret), until);
    return secret;
  });
}

export async function pingEndpoint(deps: WebhookDeps, who: Caller, id: string): Promise<string> {
  const deliveryId = newId();
  await changeEndpoint(deps, who, id, 'test', async (trx, { active }) => {
    if (!active) throw new Problem('webhook_disabled');
    await insertPingDelivery(trx, deliveryId, who.accountId, id, deps.clock());
  });
  return deliveryId;
}
