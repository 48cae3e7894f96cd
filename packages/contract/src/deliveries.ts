import { z } from 'zod';
import { deliveredEvents } from './events.ts';
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
  .meta({ description: 'Sent as `X-Service-Delivery`; the same for every attempt' });

const moment = line({ max: 40 });

const delivery = z
  .object({
    id: z.string().meta({ description: 'X-Service-Delivery' }),
    event: z.string().meta({ description: 'Event type, as in `events`, or `ping`' }),
    state: z.enum(deliveryStates).meta({ description: '`pending` while waiting for an attempt' }),
    createdAt: z.iso.datetime().meta({ description: 'Created at, in UTC' }),
    doneAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it was delivered or failed for good, in UTC' }),
    nextAttemptAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Earliest time of the next attempt, in UTC; null when finished' }),
    attemptCount: z.int().meta({ description: 'Attempts since it was last queued' }),
    lastStatus: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the last attempt; null without a response' }),
    lastError: z
      .string()
      .nullable()
      .meta({ description: 'Why the last attempt failed, for people' }),
    request: z
      .object({
        url: endpointUrl,
        headers: z
          .record(z.string(), z.string())
          .meta({ description: 'The same for every attempt, except the signature headers' }),
        body: z.string().meta({ description: 'The exact bytes that are signed' }),
      })
      .meta({ description: 'The request' }),
    attempts: z
      .array(
        z.object({
          at: z.iso.datetime().meta({ description: 'Started at, in UTC' }),
          latencyMs: z.int().meta({ description: 'From the DNS lookup to the last byte' }),
          status: z.int().nullable().meta({ description: 'HTTP status; null without a response' }),
          error: z
            .string()
            .nullable()
            .meta({ description: 'Why the attempt failed; null on success' }),
          response: z.string().nullable().meta({ description: 'First 4 KiB of the response' }),
        }),
      )
      .meta({ description: 'Oldest first' }),
  })
  .meta({ id: 'Delivery' });

const testWebhook = defineOperation({
  id: 'testWebhook',
  noun: 'webhooks.test',
  audit: 'webhook',
  since: '1.0',
  method: 'POST',
  path: '/webhooks/:webhookId/test',
  access: accountAdminAccess,
  tag: 'Webhooks',
  summary: 'Send a test delivery',
  description:
    "Sends a signed `ping` in the background, regardless of the endpoint's events. The delivery log shows the result.",
  params: byWebhookId,
  ids: webhookIds,
  reply: z.object({ deliveryId }),
  errors: ['webhook_disabled'],
  examples: { reply: { deliveryId: exampleIds.delivery } },
});

export const listDeliveries = defineOperation({
  id: 'listDeliveries',
  noun: 'webhooks.deliveries',
  iterator: 'allDeliveries',
  since: '1.0',
  method: 'GET',
  path: '/webhooks/:webhookId/deliveries',
  access: accountReadAccess,
  tag: 'Webhooks',
  summary: 'List deliveries',
  description:
    'Each delivery has its request, attempts and responses. Newest first, 50 per page. Deliveries are kept for 30 days and then until the end of that month.',
  params: byWebhookId,
  ids: webhookIds,
  query: paged.extend({
    event: z
      .enum([...deliveredEvents, 'ping'])
      .optional()
      .meta({ description: 'Only deliveries of this event' }),
    state: z.enum(deliveryStates).optional().meta({ description: 'Only deliveries in this state' }),
    since: moment
      .optional()
      .meta({ description: 'Only those created at or after this ISO 8601 date or date-time' }),
    until: moment
      .optional()
      .meta({ description: 'Only those created at or before this ISO 8601 date or date-time' }),
  }),
  reply: z.object({
    items: z.array(delivery).meta({ description: 'Newest first' }),
    ...nextPage,
  }),
  formerNames: { items: 'deliveries' },
  errors: ['invalid_page_token'],
  examples: {
    reply: {
      items: [
        {
          id: exampleIds.delivery,
          event: 'ping',
          state: 'delivered',
          createdAt: '2026-03-01T09:30:00.000Z',
          doneAt: '2026-03-01T09:30:00.120Z',
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
            {
              at: '2026-03-01T09:30:00.020Z',
              latencyMs: 100,
              status: 204,
              error: null,
              response: '',
            },
          ],
        },
      ],
    },
  },
});

const redeliver = defineOperation({
  id: 'redeliver',
  noun: 'webhooks.redeliver',
  audit: 'webhook',
  since: '1.0',
  method: 'POST',
  path: '/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
  access: accountAdminAccess,
  tag: 'Webhooks',
  summary: 'Redeliver a delivery',
  description:
    'Queues the delivery again, whatever its state. ID and body stay the same, so endpoints can detect duplicates.',
  params: byWebhookId.extend({ deliveryId: idOrUrl }),
  ids: { ...webhookIds, deliveryId: 'delivery_not_found' },
  reply: z.object({ deliveryId }),
  errors: ['webhook_disabled'],
  examples: { reply: { deliveryId: exampleIds.delivery } },
});

const redeliverSince = defineOperation({
  id: 'redeliverSince',
  noun: 'webhooks.redeliverSince',
  audit: 'webhook',
  since: '1.0',
  method: 'POST',
  path: '/webhooks/:webhookId/deliveries/redeliver',
  access: accountAdminAccess,
  tag: 'Webhooks',
  summary: 'Redeliver failed deliveries',
  description:
    'Queues deliveries in state `failed` that were created at or after `since`, or up to 1 minute before it to allow for clock differences. Each keeps its ID.',
  bare: true,
  mayWrap: true,
  params: byWebhookId,
  ids: webhookIds,
  body: z.object({
    since: moment.meta({ description: 'ISO 8601 date or date-time' }),
  }),
  reply: z.object({ redelivered: z.int().meta({ description: 'Number of deliveries queued' }) }),
  errors: ['webhook_disabled'],
  examples: { body: { since: '2026-03-01' }, reply: { redelivered: 3 } },
});

export const deliveryOperations = {
  testWebhook,
  listDeliveries,
  redeliver,
  redeliverSince,
} as const;
