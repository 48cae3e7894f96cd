import * as contract from '@insignia/contract';
import { z } from 'zod';
import { readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Router } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/page-tokens.ts';
import type { WebhookDeps } from './deps.ts';
import { redeliver, redeliverSince } from './redeliver.ts';
import { enableAgain, ping, register, remove, rotate } from './register.ts';
import { bodyOf } from './rules.ts';
import { plainHeaders } from './sign.ts';
import { type DeliveryRow, deliveriesPage, hasWebhook, webhooksOf } from './store.ts';

const byId = z.object({ webhookId: contract.idOrUrl });
const pageSize = 50;

function moment(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const read = contract.readDate(text);
  if (!read) throw invalid(field, contract.dateFault(text));
  return new Date(read.at);
}

export function webhookRoutes(route: Router, deps: WebhookDeps): void {
  const { db, urls, pages } = deps;

  const urlFaults = (url: unknown) => {
    const message = typeof url === 'string' ? deps.refuseUrl(url) : undefined;
    return message === undefined ? [] : [{ path: 'url', message }];
  };

  route(
    'createWebhook',
    {
      body: contract.createWebhook,
      faults: ({ url }) => urlFaults(url),
      reply: contract.createdWebhook,
      errors: ['webhook_limit_reached'],
    },
    ({ body, who }) => register(deps, who, body),
  );

  route(
    'listWebhooks',
    { reply: z.object({ webhooks: z.array(contract.webhook) }) },
    async ({ who }) => {
      const rows = await webhooksOf(db, who.accountId);
      const webhooks = rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.getTime(),
        lastDeliveryAt: row.lastDeliveryAt?.getTime() ?? null,
      }));
      return { webhooks };
    },
  );

  route(
    'deleteWebhook',
    {
      params: byId,
      reply: z.object({ id: z.string(), deleted: z.literal(true) }),
      errors: ['webhook_not_found'],
    },
    async ({ params, who }) => ({
      id: await remove(deps, who, params.webhookId),
      deleted: true as const,
    }),
  );

  route(
    'enableWebhook',
    {
      params: byId,
      reply: z.object({ id: z.string(), active: z.literal(true) }),
      errors: ['webhook_not_found'],
    },
    async ({ params, who }) => ({
      id: await enableAgain(deps, who, params.webhookId),
      active: true as const,
    }),
  );

  route(
    'rotateWebhookSecret',
    {
      params: byId,
      reply: z.object({ id: z.string(), secret: z.string() }),
      errors: ['webhook_not_found'],
    },
    ({ params, who }) => rotate(deps, who, params.webhookId),
  );

  route(
    'testWebhook',
    {
      params: byId,
      reply: z.object({ deliveryId: z.string() }),
      errors: ['webhook_not_found', 'webhook_disabled'],
    },
    async ({ params, who }) => ({ deliveryId: await ping(deps, who, params.webhookId) }),
  );

  const item = ({ type, data, eventAt, credentialId, url, ...row }: DeliveryRow) => {
    const createdAt = (eventAt ?? row.createdAt).getTime();
    const body = bodyOf({ id: row.id, type, createdAt, credentialId, data }, urls);
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
    'listDeliveries',
    {
      params: byId,
      query: contract.listDeliveries,
      reply: z.object({
        deliveries: z.array(contract.delivery),
        lastEvaluatedKey: z.string().optional(),
      }),
      errors: ['webhook_not_found', 'invalid_page_token'],
    },
    async ({ params, query: { event, state, since, until, lastEvaluatedKey }, who }) => {
      const id = readId(params.webhookId);
      if (!id || !(await hasWebhook(db, who.accountId, id))) throw new Problem('webhook_not_found');
      const page = pageOf(pages, `deliveries ${id}`, who.accountId, lastEvaluatedKey, pageSize);
      const wanted = {
        type: event,
        state,
        since: moment('since', since),
        until: moment('until', until),
      };
      const { rows, ...more } = await page((last, most) =>
        deliveriesPage(db, id, wanted, last, most),
      );
      return { deliveries: rows.map(item), ...more };
    },
  );

  route(
    'redeliver',
    {
      params: byId.extend({ deliveryId: contract.idOrUrl }),
      reply: z.object({ deliveryId: z.string() }),
      errors: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled'],
    },
    async ({ params, who }) => ({
      deliveryId: await redeliver(deps, who, params.webhookId, params.deliveryId),
    }),
  );

  route(
    'redeliverSince',
    {
      params: byId,
      body: contract.redeliverSince,
      reply: z.object({ redelivered: z.int() }),
      errors: ['webhook_not_found', 'webhook_disabled'],
    },
    async ({ params, body, who }) => ({
      redelivered: await redeliverSince(deps, who, params.webhookId, body.since),
    }),
  );
}
