import { z } from 'zod';
import { webhookEvents } from './events.ts';
import { managesAccount, operation, readsAccount } from './operation.ts';
import { noLimit } from './plans.ts';
import { idOrUrl, line, nextPage, paged } from './text.ts';

/** Endpoints of each plan (decisions, "Requests"). */
export const webhookLimits = { free: 2, starter: 5, pro: 20, unlimited: noLimit } as const;

const id = z.string().meta({ description: 'Bare id' });
const url = z.string().meta({ description: 'Where deliveries are posted to' });
const events = z.array(z.string()).meta({ description: '["*"] stands for all' });
const secret = z
  .string()
  .meta({ description: 'whsec_ and base64 of 32 bytes; signs deliveries; shown once' });
const deliveryId = z
  .string()
  .meta({ description: 'Sent as `X-Service-Delivery`, the same for every attempt' });

const byId = z.object({ webhookId: idOrUrl });
const ids = { webhookId: 'webhook_not_found' } as const;

/** Interface specification §2.7. */
const webhook = z
  .object({
    id,
    url,
    events,
    active: z.boolean().meta({ description: 'false once it is disabled: nothing is sent' }),
    failureCount: z.int().meta({ description: 'Consecutive failed attempts' }),
    createdAt: z.int().meta({ description: 'Epoch milliseconds' }),
    lastStatus: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the last attempt; null without an answer' }),
    lastDeliveryAt: z
      .int()
      .nullable()
      .meta({ description: 'The last attempt, epoch milliseconds' }),
  })
  .meta({ id: 'Webhook' });

const deliveryStates = ['pending', 'delivered', 'failed'] as const;
const moment = line({ max: 40 });

/** One delivery with its request and every attempt (decisions, GET /webhooks/{id}/deliveries). */
const delivery = z
  .object({
    id: z.string().meta({ description: 'X-Service-Delivery' }),
    event: z.string().meta({ description: 'As in `events`, or `ping`' }),
    state: z.enum(deliveryStates).meta({ description: '`pending` while it waits for an attempt' }),
    createdAt: z.int().meta({ description: 'Epoch milliseconds' }),
    doneAt: z
      .int()
      .nullable()
      .meta({ description: 'When it was delivered or given up, epoch milliseconds' }),
    nextAttemptAt: z.int().nullable().meta({ description: 'Not before; null when it is over' }),
    attemptCount: z.int().meta({ description: 'Attempts since it last began to wait' }),
    lastStatus: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the last attempt; null without an answer' }),
    lastError: z.string().nullable().meta({ description: 'Why it failed last; for people' }),
    request: z
      .object({
        url,
        headers: z
          .record(z.string(), z.string())
          .meta({ description: 'The same for every attempt; those that sign change with each' }),
        body: z.string().meta({ description: 'The exact bytes that are signed' }),
      })
      .meta({ description: 'What is sent' }),
    attempts: z
      .array(
        z.object({
          at: z.int().meta({ description: 'Epoch milliseconds' }),
          latencyMs: z.int().meta({ description: 'From the lookup of the name to the last byte' }),
          status: z.int().nullable().meta({ description: 'HTTP status; null without an answer' }),
          error: z.string().nullable().meta({ description: 'Why it failed; null when it did not' }),
          response: z.string().nullable().meta({ description: 'The first 4 KiB' }),
        }),
      )
      .meta({ description: 'Oldest first' }),
  })
  .meta({ id: 'Delivery' });

const example = {
  id: '01a1ff35-a000-7000-8000-000000000060',
  url: 'https://hooks.example.org/insignia',
  events: ['credential.issued', 'credential.revoked'],
  secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  deliveryId: '01a1ff35-a000-7000-8000-000000000061',
} as const;
const createdAt = 1_772_357_400_000;

/** Interface specification §4.7. */
export const createWebhook = operation({
  id: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  access: managesAccount,
  tag: 'Webhooks',
  summary: 'Register an endpoint; its secret is shown once',
  description:
    'What happens from then on is posted to it: https on port 443 or from 1024 on, at a public address. It is disabled after 20 failed attempts in a row, or one answer 410.',
  bare: true,
  mayWrap: true,
  status: 201,
  body: z.object({
    url: z
      .string()
      .max(2_048, 'must have at most 2048 characters')
      .meta({ description: 'https URL without credentials' }),
    events: z
      .array(z.enum(['*', ...webhookEvents]))
      .min(1, 'must not be empty: leave it out for all events')
      .max(20, 'must have at most 20 items')
      .optional()
      .meta({ description: 'All when left out or ["*"]' }),
  }),
  reply: z.object({ id, url, events, secret }),
  errors: ['webhook_limit_reached'],
  examples: {
    body: { url: example.url, events: example.events },
    reply: { id: example.id, url: example.url, events: example.events, secret: example.secret },
  },
});

export const listWebhooks = operation({
  id: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  access: readsAccount,
  tag: 'Webhooks',
  summary: 'List endpoints with their health',
  description: 'Their secrets are not among it: they are shown once, when they are made.',
  reply: z.object({
    webhooks: z.array(webhook).meta({ description: 'Endpoints of the account' }),
  }),
  examples: {
    reply: {
      webhooks: [
        {
          id: example.id,
          url: example.url,
          events: example.events,
          active: true,
          failureCount: 0,
          createdAt,
          lastStatus: 204,
          lastDeliveryAt: createdAt + 60_000,
        },
      ],
    },
  },
});

export const deleteWebhook = operation({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/:webhookId',
  access: managesAccount,
  tag: 'Webhooks',
  summary: 'Delete an endpoint; its deliveries stop at once',
  description: 'Its log goes too, in the background.',
  params: byId,
  ids,
  reply: z.object({ id, deleted: z.literal(true).meta({ description: 'Always true' }) }),
  examples: { reply: { id: example.id, deleted: true } },
});

export const enableWebhook = operation({
  id: 'enableWebhook',
  method: 'POST',
  path: '/webhooks/:webhookId/enable',
  access: managesAccount,
  tag: 'Webhooks',
  summary: 'Enable a disabled endpoint again',
  description:
    'Its failures are counted anew. What failed stays failed until it is asked for (`POST /webhooks/{webhookId}/deliveries/redeliver`); what happened meanwhile was not kept for it.',
  params: byId,
  ids,
  reply: z.object({ id, active: z.literal(true).meta({ description: 'Always true' }) }),
  examples: { reply: { id: example.id, active: true } },
});

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhooks/:webhookId/rotate-secret',
  access: managesAccount,
  tag: 'Webhooks',
  summary: 'Make a new secret; the old one signs too for 24 hours',
  description:
    'Until then deliveries carry `X-Service-Signature-Previous`, and a second value in `webhook-signature`.',
  params: byId,
  ids,
  reply: z.object({ id, secret }),
  examples: { reply: { id: example.id, secret: example.secret } },
});

export const testWebhook = operation({
  id: 'testWebhook',
  method: 'POST',
  path: '/webhooks/:webhookId/test',
  access: managesAccount,
  tag: 'Webhooks',
  summary: 'Send a signed ping',
  description:
    'It is sent in the background, whatever events the endpoint wants; the log of deliveries tells what became of it.',
  params: byId,
  ids,
  reply: z.object({ deliveryId }),
  errors: ['webhook_disabled'],
  examples: { reply: { deliveryId: example.deliveryId } },
});

export const listDeliveries = operation({
  id: 'listDeliveries',
  method: 'GET',
  path: '/webhooks/:webhookId/deliveries',
  access: readsAccount,
  tag: 'Webhooks',
  summary: 'Deliveries with request, attempts and answers, newest first',
  description: '50 a page, kept for 30 days.',
  params: byId,
  ids,
  query: paged.extend({
    event: z
      .enum([...webhookEvents, 'ping'])
      .optional()
      .meta({ description: 'Only those of this event' }),
    state: z.enum(deliveryStates).optional().meta({ description: 'Only those in this state' }),
    since: moment
      .optional()
      .meta({ description: 'Created then or later: ISO 8601 date or date-time' }),
    until: moment
      .optional()
      .meta({ description: 'Created then or earlier: ISO 8601 date or date-time' }),
  }),
  reply: z.object({
    deliveries: z.array(delivery).meta({ description: 'Newest first' }),
    ...nextPage,
  }),
  errors: ['invalid_page_token'],
  examples: {
    reply: {
      deliveries: [
        {
          id: example.deliveryId,
          event: 'ping',
          state: 'delivered',
          createdAt,
          doneAt: createdAt + 120,
          nextAttemptAt: null,
          attemptCount: 1,
          lastStatus: 204,
          lastError: null,
          request: {
            url: example.url,
            headers: {
              'content-type': 'application/json',
              'user-agent': 'insignia-webhooks/1',
              'x-service-event': 'ping',
              'x-service-delivery': example.deliveryId,
              'webhook-id': example.deliveryId,
            },
            body: `{"id":"${example.deliveryId}","type":"ping","createdAt":${createdAt},"data":{}}`,
          },
          attempts: [
            { at: createdAt + 20, latencyMs: 100, status: 204, error: null, response: '' },
          ],
        },
      ],
    },
  },
});

export const redeliver = operation({
  id: 'redeliver',
  method: 'POST',
  path: '/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
  access: managesAccount,
  tag: 'Webhooks',
  summary: 'Deliver once more',
  description:
    'Whatever became of it before: it waits anew, under the same id and with the same body, so that receivers can tell it.',
  params: byId.extend({ deliveryId: idOrUrl }),
  ids: { ...ids, deliveryId: 'delivery_not_found' },
  reply: z.object({ deliveryId }),
  errors: ['webhook_disabled'],
  examples: { reply: { deliveryId: example.deliveryId } },
});

export const redeliverSince = operation({
  id: 'redeliverSince',
  method: 'POST',
  path: '/webhooks/:webhookId/deliveries/redeliver',
  access: managesAccount,
  tag: 'Webhooks',
  summary: 'Deliver all that has failed since a time once more',
  description: 'Those in state `failed` that were created then or later; each under its own id.',
  bare: true,
  mayWrap: true,
  params: byId,
  ids,
  body: z.object({
    since: moment.meta({ description: 'ISO 8601 date or date-time' }),
  }),
  reply: z.object({ redelivered: z.int().meta({ description: 'How many wait anew' }) }),
  errors: ['webhook_disabled'],
  examples: { body: { since: '2026-03-01' }, reply: { redelivered: 3 } },
});
