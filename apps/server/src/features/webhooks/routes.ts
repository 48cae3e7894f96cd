import * as contract from '@insignia/contract';
import { readMoment } from '../../kernel/moment.ts';
import { Problem } from '../../kernel/problem.ts';
import { paginate } from '../../platform/cursors.ts';
import type { Scope } from '../../platform/http/index.ts';
import type { WebhookDeps } from './deps.ts';
import { redeliver, redeliverSince } from './redeliver.ts';
import { enableAgain, ping, register, remove, rotate } from './register.ts';
import { bodyOf } from './rules.ts';
import { plainHeaders } from './sign.ts';
import { type DeliveryRow, deliveriesPage, hasWebhook, webhooksOf } from './store.ts';

const pageSize = 50;

export function registerWebhooks({ route }: Scope, deps: WebhookDeps): void {
  const { db, urls, cursors } = deps;

  const urlFaults = (url: unknown) => {
    const message = typeof url === 'string' ? deps.refuseUrl(url) : undefined;
    return message === undefined ? [] : [{ path: 'url', message }];
  };

  route(contract.createWebhook, ({ body, who }) => register(deps, who, body), {
    faults: ({ url }) => urlFaults(url),
  });

  route(contract.listWebhooks, async ({ who }) => {
    const rows = await webhooksOf(db, who.accountId);
    const webhooks = rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.getTime(),
      lastDeliveryAt: row.lastDeliveryAt?.getTime() ?? null,
    }));
    return { webhooks };
  });

  route(contract.deleteWebhook, async ({ params: { webhookId: id }, who }) => {
    await remove(deps, who, id);
    return { id, deleted: true } as const;
  });

  route(contract.enableWebhook, async ({ params: { webhookId: id }, who }) => {
    await enableAgain(deps, who, id);
    return { id, active: true } as const;
  });

  route(contract.rotateWebhookSecret, async ({ params: { webhookId: id }, who }) => ({
    id,
    secret: await rotate(deps, who, id),
  }));

  route(contract.testWebhook, async ({ params, who }) => ({
    deliveryId: await ping(deps, who, params.webhookId),
  }));

  const item = (delivery: DeliveryRow) => {
    const { type, data: _, eventAt, credentialId: _id, url, ...row } = delivery;
    const createdAt = (eventAt ?? row.createdAt).getTime();
    const body = bodyOf({ ...delivery, createdAt }, urls);
    return {
      ...row,
      event: type,
      createdAt: row.createdAt.getTime(),
      doneAt: row.doneAt?.getTime() ?? null,
      nextAttemptAt: row.nextAttemptAt?.getTime() ?? null,
      request: { url, headers: plainHeaders(row.id, type), body },
    };
  };

  route(
    contract.listDeliveries,
    async ({ params, query: { event, state, since, until, lastEvaluatedKey }, who }) => {
      const { webhookId: id } = params;
      if (!(await hasWebhook(db, who.accountId, id))) throw new Problem('webhook_not_found');
      const page = paginate(cursors, `deliveries ${id}`, who.accountId, lastEvaluatedKey, pageSize);
      const wanted = {
        type: event,
        state,
        since: readMoment('since', since),
        until: readMoment('until', until),
      };
      const { rows, ...more } = await page((last, most) =>
        deliveriesPage(db, id, wanted, last, most),
      );
      return { deliveries: rows.map(item), ...more };
    },
  );

  route(contract.redeliver, async ({ params: { webhookId, deliveryId }, who }) => {
    await redeliver(deps, who, webhookId, deliveryId);
    return { deliveryId };
  });

  route(contract.redeliverSince, async ({ params, body, who }) => ({
    redelivered: await redeliverSince(deps, who, params.webhookId, body.since),
  }));
}
