import * as contract from '@insignia/contract';
import type { Implement } from '../../platform/http/index.ts';
import { deleteEndpoint, reenableEndpoint, rotateEndpointSecret } from './change.ts';
import { createEndpoint } from './create.ts';
import type { WebhookDeps } from './deps.ts';
import { selectWebhooks } from './store.ts';

export function webhookRoutes(implement: Implement, deps: WebhookDeps) {
  const urlFaults = (url: unknown) => {
    const message = typeof url === 'string' ? deps.refuseUrl(url) : undefined;
    return message === undefined ? [] : [{ path: 'url', message }];
  };

  return implement(contract.webhookOperations, {
    createWebhook: {
      handle: ({ body, who }) => createEndpoint(deps, who, body),
      faults: ({ url }) => urlFaults(url),
    },

    listWebhooks: async ({ who }) => {
      const rows = await selectWebhooks(deps.db, who.accountId);
      const webhooks = rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.getTime(),
        lastDeliveryAt: row.lastDeliveryAt?.getTime() ?? null,
      }));
      return { webhooks };
    },

    deleteWebhook: async ({ params: { webhookId: id }, who }) => {
      await deleteEndpoint(deps, who, id);
      return { id, deleted: true } as const;
    },

    enableWebhook: async ({ params: { webhookId: id }, who }) => {
      await reenableEndpoint(deps, who, id);
      return { id, active: true } as const;
    },

    rotateWebhookSecret: async ({ params: { webhookId: id }, who }) => ({
      id,
      secret: await rotateEndpointSecret(deps, who, id),
    }),
  });
}
