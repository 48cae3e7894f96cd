import { t } from '../../messages/en/webhooks.ts';
import type { Webhook } from './queries.ts';

export function HealthLabel({ webhook }: { webhook: Webhook }) {
  const { tone, name } = getEndpointHealth(webhook);
  return (
    <span className="state" data-tone={tone}>
      {t(`webhooks.health.${name}`)}
    </span>
  );
}

export function LastResponse({ webhook }: { webhook: Webhook }) {
  const { lastDeliveryAt, lastStatus } = webhook;
  if (lastDeliveryAt === null) return t('webhooks.last.none');
  return lastStatus === null ? t('webhooks.noAnswer') : String(lastStatus);
}

export function SubscribedEvents({ events }: Pick<Webhook, 'events'>) {
  if (events.includes('*')) return t('webhooks.events.all');
  return events.join(', ');
}

type EndpointHealth = { tone: 'good' | 'warn' | 'bad' | undefined; name: HealthName };
type HealthName = 'healthy' | 'failing' | 'disabled' | 'unused';

export function getEndpointHealth({
  active,
  failureCount,
  lastDeliveryAt,
}: Pick<Webhook, 'active' | 'failureCount' | 'lastDeliveryAt'>): EndpointHealth {
  if (!active) return { tone: 'bad', name: 'disabled' };
  if (failureCount > 0) return { tone: 'warn', name: 'failing' };
  return lastDeliveryAt === null
    ? { tone: undefined, name: 'unused' }
    : { tone: 'good', name: 'healthy' };
}
