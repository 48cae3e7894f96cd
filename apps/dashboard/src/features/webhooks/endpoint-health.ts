import type { Webhook } from './queries.ts';

export type EndpointHealth = { tone: 'good' | 'warn' | 'bad' | undefined; is: HealthName };
type HealthName = 'healthy' | 'failing' | 'disabled' | 'unused';

/** Summary of an endpoint's state. */
export function getEndpointHealth({
  active,
  failureCount,
  lastDeliveryAt,
}: Pick<Webhook, 'active' | 'failureCount' | 'lastDeliveryAt'>): EndpointHealth {
  if (!active) return { tone: 'bad', is: 'disabled' };
  if (failureCount > 0) return { tone: 'warn', is: 'failing' };
  return lastDeliveryAt === null
    ? { tone: undefined, is: 'unused' }
    : { tone: 'good', is: 'healthy' };
}
