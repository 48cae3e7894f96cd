import type { Webhook } from './queries.ts';
import { t } from './t.ts';

export function SubscribedEvents({ events }: Pick<Webhook, 'events'>) {
  if (events.includes('*')) return t('webhooks.events.all');
  return events.join(', ');
}
