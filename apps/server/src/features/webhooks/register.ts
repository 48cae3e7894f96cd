import type { Scope } from '../../platform/http/index.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import type { WebhookDeps } from './deps.ts';
import { webhookRoutes } from './routes.ts';

export function registerWebhooks({ implement }: Scope, deps: WebhookDeps) {
  return [webhookRoutes(implement, deps), deliveryRoutes(implement, deps)];
}
