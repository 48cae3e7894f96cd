import * as contract from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import { parseTimestamp } from '../../kernel/timestamp.ts';
import type { Implement } from '../../platform/http/index.ts';
import { paginate } from '../../platform/http/page-tokens.ts';
import { createBody } from './body.ts';
import { pingEndpoint } from './change.ts';
import type { WebhookDeps } from './deps.ts';
import { type DeliveryRow, deliveriesPage } from './log-store.ts';
import { redeliver, redeliverSince } from './redeliver.ts';
import { createPlainHeaders } from './sign.ts';
import { hasWebhook } from './store.ts';

const pageSize = 50;

/** Operations on deliveries. */
export function deliveryRoutes(implement: Implement, deps: WebhookDeps) {
  const { db, urls, cursors, clock } = deps;

  const item = (delivery: DeliveryRow) => {
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
      const wanted = {
        type: event,
        state,
        since: parseTimestamp('since', since),
        until: parseTimestamp('until', until),
      };
      const { rows, ...more } = await page((lastId, most) =>
        deliveriesPage(db, id, wanted, { lastId, most, now: clock() }),
      );
      return { deliveries: rows.map(item), ...more };
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
