import type { Webhook } from './queries.ts';

export type Health = { tone: 'good' | 'warn' | 'bad' | undefined; is: HealthName };
type HealthName = 'healthy' | 'failing' | 'disabled' | 'unused';

/** Summary of an endpoint's state. */
export function healthOf({
  active,
  failureCount,
  lastDeliveryAt,
}: Pick<Webhook, 'active' | 'failureCount' | 'lastDeliveryAt'>): Health {
  if (!active) return { tone: 'bad', is: 'disabled' };
  if (failureCount > 0) return { tone: 'warn', is: 'failing' };
  return lastDeliveryAt === null
    ? { tone: undefined, is: 'unused' }
    : { tone: 'good', is: 'healthy' };
}
