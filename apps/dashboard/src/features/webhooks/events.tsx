import { t } from '../../shared/t.ts';
import type { Webhook } from './queries.ts';

export function Events({ events }: Pick<Webhook, 'events'>) {
  if (events.includes('*')) return t('webhooks.events.all');
  return events.join(', ');
}
