import * as contract from '@insignia/contract';
import type { Router } from '../../platform/http/index.ts';
import { deleteEndpoint, pingEndpoint, reenableEndpoint, rotateEndpointSecret } from './change.ts';
import { createEndpoint } from './create.ts';
import type { WebhookDeps } from './deps.ts';
import { selectWebhooks } from './store.ts';

export function webhookRoutes(route: Router, deps: WebhookDeps): void {
  const urlFaults = (url: unknown) => {
    const message = typeof url === 'string' ? deps.refuseUrl(url) : undefined;
    return message === undefined ? [] : [{ path: 'url', message }];
  };

  route(contract.createWebhook, ({ body, who }) => createEndpoint(deps, who, body), {
    faults: ({ url }) => urlFaults(url),
  });

  route(contract.listWebhooks, async ({ who }) => {
    const rows = await selectWebhooks(deps.db, who.accountId);
    const webhooks = rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.getTime(),
      lastDeliveryAt: row.lastDeliveryAt?.getTime() ?? null,
    }));
    return { webhooks };
  });

  route(contract.deleteWebhook, async ({ params: { webhookId: id }, who }) => {
    await deleteEndpoint(deps, who, id);
    return { id, deleted: true } as const;
  });

  route(contract.enableWebhook, async ({ params: { webhookId: id }, who }) => {
    await reenableEndpoint(deps, who, id);
    return { id, active: true } as const;
  });

  route(contract.rotateWebhookSecret, async ({ params: { webhookId: id }, who }) => ({
    id,
    secret: await rotateEndpointSecret(deps, who, id),
  }));

  route(contract.testWebhook, async ({ params, who }) => ({
    deliveryId: await pingEndpoint(deps, who, params.webhookId),
  }));
}
