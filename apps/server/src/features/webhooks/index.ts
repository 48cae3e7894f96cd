import * as contract from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { parseTimestamp } from '../../kernel/timestamp.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Implement, Scope } from '../../platform/http/index.ts';
import { type PageTokens, paginate } from '../../platform/http/page-tokens.ts';
import { recordAction } from '../audit/index.ts';
import { createBody } from './attempt.ts';
import {
  createEndpoint,
  deleteEndpoint,
  type EndpointDeps,
  reenableEndpoint,
  rotateEndpointSecret,
} from './endpoints.ts';
import {
  type DeliveryRow,
  deliveriesPage,
  insertPingDelivery,
  requeueDelivery,
  requeueFailedDeliveries,
} from './log-store.ts';
import { createPlainHeaders } from './sign.ts';
import { hasWebhook, lockWebhook, selectWebhooks } from './store.ts';

export {
  countLostSecrets,
  maintainDeliveryLog,
  reenableEndpoint,
  webhookSecrets,
} from './endpoints.ts';
export { deleteCredentialDeliveries, deleteEventDeliveries } from './log-store.ts';
export { webhookDisabledMailKind } from './recorder.ts';
export { type AnyWebhook, findWebhookAccount, listAnyWebhooks } from './store.ts';
export {
  findWebhookProblem,
  measureWebhooks,
  registerWebhooksWork,
  type WebhookWorkDeps,
  webhooksReader,
} from './work.ts';
export {
  countPausedDeliveries,
  failPausedDeliveries,
  listAccountsWithPaused,
  pauseDeliveries,
  releaseAllEndpoints,
  resumeDeliveries,
} from './work-store.ts';

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
      handle: ({ body, who, once }) => createEndpoint(deps, who, body, once()),
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

    getWebhookSample: async ({ params: { event } }) => createSample(event, deps.urls),
  });
}

/** The example of the documentation, with URLs of this installation. */
function createSample<N extends keyof typeof contract.deliveryExamples>(event: N, urls: Urls) {
  const text = JSON.stringify(contract.deliveryExamples[event]);
  const sample: contract.WebhookEvent = JSON.parse(
    text.replaceAll(contract.exampleIds.home, urls.base),
  );
  return sample;
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
      createdAt: row.createdAt.toISOString(),
      doneAt: row.doneAt?.toISOString() ?? null,
      nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
      attempts: row.attempts.map(({ at, ...rest }) => ({
        at: new Date(at).toISOString(),
        ...rest,
      })),
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
      return { items: rows.map(toDeliveryItem), ...more };
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

type DeliveryDeps = { db: Database; clock: Clock };

/** Queues a delivery without an event. Returns its id. */
async function pingEndpoint(deps: DeliveryDeps, who: Caller, webhookId: string): Promise<string> {
  const id = newId();
  await changeActive(deps, who, webhookId, async (trx) => {
    await insertPingDelivery(trx, id, who.accountId, webhookId, deps.clock());
    await recordAction(trx, who, { action: 'testWebhook', target: webhookId }, deps.clock());
  });
  return id;
}

/** Sends a delivery again under the same id, so that endpoints can detect it. */
async function redeliver(
  deps: DeliveryDeps,
  who: Caller,
  webhookId: string,
  deliveryId: string,
): Promise<void> {
  await changeActive(deps, who, webhookId, async (trx) => {
    if (!(await requeueDelivery(trx, webhookId, deliveryId)))
      throw new Problem('delivery_not_found');
    await recordAction(trx, who, { action: 'redeliver', target: deliveryId }, deps.clock());
  });
}

/**
 * Deliveries carry the time of the process that recorded the event, and `since` is often the time
 * of another delivery. Sending a few more is harmless, because receivers recognize a repeated
 * delivery by its id.
 */
const clocksDifferMs = 60_000;

async function redeliverSince(
  deps: DeliveryDeps,
  who: Caller,
  webhookId: string,
  since: string,
): Promise<number> {
  const at = contract.readDate(since)?.at;
  if (at === undefined) throw invalid('since', contract.describeDateError(since));
  return changeActive(deps, who, webhookId, async (trx) => {
    const count = await requeueFailedDeliveries(trx, webhookId, new Date(at - clocksDifferMs));
    const act = { action: 'redeliverSince', target: webhookId, fields: { since } } as const;
    await recordAction(trx, who, act, deps.clock());
    return count;
  });
}

/** Locks the endpoint, which must not be disabled. */
async function changeActive<T>(
  { db }: DeliveryDeps,
  who: Caller,
  webhookId: string,
  act: (trx: Trx) => Promise<T>,
): Promise<T> {
  return db.write(async (trx) => {
    const endpoint = await lockWebhook(trx, who.accountId, webhookId);
    if (!endpoint) throw new Problem('webhook_not_found');
    if (!endpoint.active) throw new Problem('webhook_disabled');
    return act(trx);
  });
}
