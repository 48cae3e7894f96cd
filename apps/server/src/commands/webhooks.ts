import { createOperatorActor } from '../features/audit/index.ts';
import { eventsWork } from '../features/events/index.ts';
import {
  type AnyWebhook,
  findWebhookAccount,
  listAnyWebhooks,
  reenableEndpoint,
} from '../features/webhooks/index.ts';
import { createRefusal } from './command-error.ts';
import { parseId } from './parse-id.ts';
import type { CommandService } from './service.ts';

const pageSize = 500;

export async function listAllWebhooks(
  { db }: CommandService,
  isDisabled: boolean,
): Promise<AnyWebhook[]> {
  const all: AnyWebhook[] = [];
  for (;;) {
    const page = await listAnyWebhooks(db, isDisabled, all.at(-1)?.webhookId, pageSize);
    all.push(...page);
    if (page.length < pageSize) return all;
  }
}

/** Enables a webhook as its account would. Failed deliveries stay failed. */
export async function enableWebhook(service: CommandService, text: string) {
  const webhookId = parseId(text, 'an endpoint');
  const accountId = await findWebhookAccount(service.db, webhookId);
  if (!accountId)
    throw createRefusal(`endpoint ${text} not found. List endpoints: insignia webhooks list`);
  await reenableEndpoint(service, createOperatorActor(accountId), webhookId);
  service.db.signals.wake([eventsWork]);
  return { webhookId, active: true };
}
