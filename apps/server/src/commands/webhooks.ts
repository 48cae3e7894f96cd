import { operatorOf } from '../features/audit/index.ts';
import { eventsWork } from '../features/events/index.ts';
import {
  type AnyWebhook,
  accountOfWebhook,
  anyWebhooks,
  enableAgain,
} from '../features/webhooks/index.ts';
import { tellOfWork } from '../platform/db/index.ts';
import { refused } from './fault.ts';
import { idOf } from './ids.ts';
import type { Service } from './service.ts';

const pageSize = 500;

export async function listWebhooks({ db }: Service, isDisabled: boolean): Promise<AnyWebhook[]> {
  const all: AnyWebhook[] = [];
  for (;;) {
    const page = await anyWebhooks(db, isDisabled, all.at(-1)?.webhookId, pageSize);
    all.push(...page);
    if (page.length < pageSize) return all;
  }
}

/** Enables a webhook as its account would. Failed deliveries stay failed. */
export async function enableWebhook(service: Service, text: string) {
  const webhookId = idOf(text, 'an endpoint');
  const accountId = await accountOfWebhook(service.db, webhookId);
  if (!accountId) throw refused(`there is no endpoint ${text}: insignia webhooks list`);
  await enableAgain(service, operatorOf(accountId), webhookId);
  tellOfWork(service.db, [eventsWork]);
  return { webhookId, active: true };
}
