import * as contract from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import { parseTimestamp } from '../../kernel/timestamp.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Implement, Scope } from '../../platform/http/index.ts';
import { type PageTokens, paginate } from '../../platform/http/page-tokens.ts';
import { createBody } from './body.ts';
import { pingEndpoint, redeliver, redeliverSince } from './deliveries.ts';
import {
  createEndpoint,
  deleteEndpoint,
  type EndpointDeps,
  reenableEndpoint,
  rotateEndpointSecret,
} from './endpoints.ts';
import { type DeliveryRow, deliveriesPage } from './log-store.ts';
import { createPlainHeaders } from './sign.ts';
import { hasWebhook, selectWebhooks } from './store.ts';

type WebhookDeps = EndpointDeps & { urls: Urls; cursors: PageTokens };

export function registerWebhooks({ implement }: Scope, deps: WebhookDeps) {
  return [webhookRoutes(implement, deps), deliveryRoutes(implement, deps)];
}

function webhookRoutes(implement: Implement, deps: WebhookDeps) {
  const findUrlErrors = (url: unknown) => {
    const message = typeof url === 'string' ? deps.refuseUrl(url) : undefined;
    return message === undefined ? [] : [{ path: 'url', message }];
  };

  return implement(contract.webhookOperations, {
    createWebhook: {
      handle: ({ body, who }) => createEndpoint(deps, who, body),
      findErrors: ({ url }) => findUrlErrors(url),
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

const pageSize = 50;

function deliveryRoutes(implement: Implement, deps: WebhookDeps) {
  const { db, urls, cursors, clock } = deps;

  const toDeliveryItem = (delivery: DeliveryRow) => {
    const { type, data: _, eventAt, credentialId: _id, url, ...row } = delivery;
    const createdAt = (eventAt ?? row.createdAt).getTime();
    const body = createBody(delivery, createdAt, urls);
    return {
      ...row,
      event: type,
      createdAt: row.createdAt.getTime(),
      doneAt: row.doneAt?.getTime() ?? null,
      nextAttemptAt: row.nextAttemptAt?.getTime() ?? null,
      request: { url, headers: createPlainHeaders(row.id, type), body },
    };
  };

  return implement(contract.deliveryOperations, {
    testWebhook: async ({ params, who }) => ({
      deliveryId: await pingEndpoint(deps, who, params.webhookId),
    }),

    listDeliveries: async ({
      params,
      query: { event, state, since, until, lastEvaluatedKey },
      who,
    }) => {
      const { webhookId: id } = params;
      if (!(await hasWebhook(db, who.accountId, id))) throw new Problem('webhook_not_found');
      const page = paginate(cursors, `deliveries ${id}`, who.accountId, lastEvaluatedKey, pageSize);
      const filter = {
        type: event,
        state,
        since: parseTimestamp('since', since),
        until: parseTimestamp('until', until),
      };
      const { rows, ...more } = await page((lastId, limit) =>
        deliveriesPage(db, id, filter, { lastId, limit, now: clock() }),
      );
      return { deliveries: rows.map(toDeliveryItem), ...more };
    },

    redeliver: async ({ params: { webhookId, deliveryId }, who }) => {
      await redeliver(deps, who, webhookId, deliveryId);
      return { deliveryId };
    },

    redeliverSince: async ({ params, body, who }) => ({
      redelivered: await redeliverSince(deps, who, params.webhookId, body.since),
    }),
  });
}
