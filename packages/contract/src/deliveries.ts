import { z } from 'zod';
import { webhookEvents } from './events.ts';
import { exampleIds } from './examples.ts';
import { accountAdminAccess, accountReadAccess, defineOperation } from './operation.ts';
import { idOrUrl, line, nextPage, paged } from './text.ts';
import {
  byWebhookId,
  deliveryStates,
  endpointUrl,
  exampleCreatedAt,
  exampleWebhook,
  webhookIds,
} from './webhooks.ts';

const deliveryId = z
  .string()
  .meta({ description: 'Sent as `X-Service-Delivery`, the same for every attempt' });

const moment = line({ max: 40 });

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
        url: endpointUrl,
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

export const testWebhook = defineOperation({
  id: 'testWebhook',
  since: '1.0',
  method: 'POST',
  path: '/webhooks/:webhookId/test',
  access: accountAdminAccess,
  tag: 'Webhooks',
  summary: 'Send a signed ping',
  description:
    'It is sent in the background, whatever events the endpoint wants; the log of deliveries tells what became of it.',
  params: byWebhookId,
  ids: webhookIds,
  reply: z.object({ deliveryId }),
  errors: ['webhook_disabled'],
  examples: { reply: { deliveryId: exampleIds.delivery } },
});

export const listDeliveries = defineOperation({
  id: 'listDeliveries',
  since: '1.0',
  method: 'GET',
  path: '/webhooks/:webhookId/deliveries',
  access: accountReadAccess,
  tag: 'Webhooks',
  summary: 'Deliveries with request, attempts and answers, newest first',
  description: '50 a page, kept for 30 days and the rest of their month.',
  params: byWebhookId,
  ids: webhookIds,
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
          id: exampleIds.delivery,
          event: 'ping',
          state: 'delivered',
          createdAt: exampleCreatedAt,
          doneAt: exampleCreatedAt + 120,
          nextAttemptAt: null,
          attemptCount: 1,
          lastStatus: 204,
          lastError: null,
          request: {
            url: exampleWebhook.url,
            headers: {
              'content-type': 'application/json',
              'user-agent': 'insignia-webhooks/1',
              'x-service-event': 'ping',
              'x-service-delivery': exampleIds.delivery,
              'webhook-id': exampleIds.delivery,
            },
            body: `{"id":"${exampleIds.delivery}","type":"ping","createdAt":${exampleCreatedAt},"data":{}}`,
          },
          attempts: [
            { at: exampleCreatedAt + 20, latencyMs: 100, status: 204, error: null, response: '' },
          ],
        },
      ],
    },
  },
});

export const redeliver = defineOperation({
  id: 'redeliver',
  since: '1.0',
  method: 'POST',
  path: '/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
  access: accountAdminAccess,
  tag: 'Webhooks',
  summary: 'Deliver once more',
  description:
    'Whatever became of it before: it waits anew, under the same id and with the same body, so that receivers can tell it.',
  params: byWebhookId.extend({ deliveryId: idOrUrl }),
  ids: { ...webhookIds, deliveryId: 'delivery_not_found' },
  reply: z.object({ deliveryId }),
  errors: ['webhook_disabled'],
  examples: { reply: { deliveryId: exampleIds.delivery } },
});

export const redeliverSince = defineOperation({
  id: 'redeliverSince',
  since: '1.0',
  method: 'POST',
  path: '/webhooks/:webhookId/deliveries/redeliver',
  access: accountAdminAccess,
  tag: 'Webhooks',
  summary: 'Deliver all that has failed since a time once more',
  description:
    'Those in state `failed` that were created then or later, and in the minute before, since clocks may differ; each under its own id.',
  bare: true,
  mayWrap: true,
  params: byWebhookId,
  ids: webhookIds,
  body: z.object({
    since: moment.meta({ description: 'ISO 8601 date or date-time' }),
  }),
  reply: z.object({ redelivered: z.int().meta({ description: 'How many wait anew' }) }),
  errors: ['webhook_disabled'],
  examples: { body: { since: '2026-03-01' }, reply: { redelivered: 3 } },
});
