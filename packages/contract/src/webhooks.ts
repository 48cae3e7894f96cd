import { z } from 'zod';
import { deliveredEvents, deliveryBodies, deliveryExamples } from './events.ts';
import { exampleIds } from './examples.ts';
import { accountAdminAccess, accountReadAccess, defineOperation } from './operation.ts';
import { idOrUrl } from './text.ts';
import { noLimit } from './vocabulary.ts';

/** Endpoints per plan (decisions, "Requests"). */
export const webhookLimits = { free: 2, starter: 5, pro: 20, unlimited: noLimit } as const;

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;

const id = z.string().meta({ description: 'ID' });
export const endpointUrl = z.string().meta({ description: 'URL that receives deliveries' });
const events = z
  .array(z.string())
  .meta({ description: '["*"] means issued, delivered, revoked and viewed' });
const secret = z
  .string()
  .meta({ description: 'whsec_ and 32 bytes in base64. Signs deliveries. Shown once' });
export const byWebhookId = z.object({ webhookId: idOrUrl });
export const webhookIds = { webhookId: 'webhook_not_found' } as const;

const webhook = z
  .object({
    id,
    url: endpointUrl,
    events,
    active: z.boolean().meta({ description: 'false if disabled: nothing is sent' }),
    failureCount: z.int().meta({ description: 'Consecutive failed attempts' }),
    createdAt: z.int().meta({ description: 'Epoch milliseconds' }),
    lastStatus: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the last attempt; null without a response' }),
    lastDeliveryAt: z
      .int()
      .nullable()
      .meta({ description: 'Time of the last attempt, in epoch milliseconds' }),
    recent: z
      .array(z.enum(deliveryStates))
      .meta({ description: 'States of the last 20 deliveries, newest first' }),
  })
  .meta({ id: 'Webhook' });

export const exampleWebhook = {
  id: exampleIds.webhook,
  url: 'https://hooks.example.org/insignia',
  events: ['credential.issued', 'credential.revoked'],
  secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
} as const;
export const exampleCreatedAt = 1_772_357_400_000;

export const createWebhook = defineOperation({
  id: 'createWebhook',
  noun: 'webhooks.create',
  audit: 'webhook',
  since: '1.0',
  method: 'POST',
  path: '/webhooks',
  access: accountAdminAccess,
  tag: 'Webhooks',
  summary: 'Create an endpoint',
  description:
    'Future events are posted to the URL. The secret is shown once. A repeated request with the same `Idempotency-Key` shows it again for 24 hours. The URL must use https, port 443 or a port from 1024 up, and a public IP address. The endpoint is disabled after 20 failed attempts in a row, or after one 410 response.',
  bare: true,
  mayWrap: true,
  status: 201,
  body: z.object({
    url: z
      .string()
      .max(2_048, 'must have at most 2048 characters')
      .meta({ description: 'https URL without credentials' }),
    events: z
      .array(z.enum(['*', ...deliveredEvents]))
      .min(1, 'must not be empty. Omit it for issued, delivered, revoked and viewed')
      .max(20, 'must have at most 20 items')
      .optional()
      .meta({
        description:
          'Issued, delivered, revoked and viewed if omitted or ["*"]. Name others to receive them',
      }),
  }),
  reply: z.object({ id, url: endpointUrl, events, secret }),
  errors: ['webhook_limit_reached', 'webhook_not_found'],
  idempotent: true,
  examples: {
    body: { url: exampleWebhook.url, events: exampleWebhook.events },
    reply: {
      id: exampleWebhook.id,
      url: exampleWebhook.url,
      events: exampleWebhook.events,
      secret: exampleWebhook.secret,
    },
  },
});

const listWebhooks = defineOperation({
  id: 'listWebhooks',
  noun: 'webhooks.list',
  since: '1.0',
  method: 'GET',
  path: '/webhooks',
  access: accountReadAccess,
  tag: 'Webhooks',
  summary: 'List endpoints',
  description: "Includes their health. Secrets aren't included: they are shown on creation.",
  reply: z.object({
    webhooks: z.array(webhook).meta({ description: 'Endpoints of the account' }),
  }),
  examples: {
    reply: {
      webhooks: [
        {
          id: exampleWebhook.id,
          url: exampleWebhook.url,
          events: exampleWebhook.events,
          active: true,
          failureCount: 0,
          createdAt: exampleCreatedAt,
          lastStatus: 204,
          lastDeliveryAt: exampleCreatedAt + 60_000,
          recent: ['delivered', 'failed', 'delivered'],
        },
      ],
    },
  },
});

const deleteWebhook = defineOperation({
  id: 'deleteWebhook',
  noun: 'webhooks.delete',
  audit: 'webhook',
  since: '1.0',
  method: 'DELETE',
  path: '/webhooks/:webhookId',
  access: accountAdminAccess,
  tag: 'Webhooks',
  summary: 'Delete an endpoint',
  description:
    'Deliveries to the endpoint stop, except up to 600 that a worker has already read. The log is deleted in the background.',
  params: byWebhookId,
  ids: webhookIds,
  reply: z.object({ id, deleted: z.literal(true).meta({ description: 'Always true' }) }),
  examples: { reply: { id: exampleWebhook.id, deleted: true } },
});

const enableWebhook = defineOperation({
  id: 'enableWebhook',
  noun: 'webhooks.enable',
  audit: 'webhook',
  since: '1.0',
  method: 'POST',
  path: '/webhooks/:webhookId/enable',
  access: accountAdminAccess,
  tag: 'Webhooks',
  summary: 'Enable an endpoint',
  description:
    "Resets the failure count. Failed deliveries stay failed until you redeliver them (`POST /webhooks/{webhookId}/deliveries/redeliver`). Events that happened while it was disabled aren't delivered.",
  params: byWebhookId,
  ids: webhookIds,
  reply: z.object({ id, active: z.literal(true).meta({ description: 'Always true' }) }),
  examples: { reply: { id: exampleWebhook.id, active: true } },
});

const rotateWebhookSecret = defineOperation({
  id: 'rotateWebhookSecret',
  noun: 'webhooks.rotateSecret',
  audit: 'webhook',
  since: '1.0',
  method: 'POST',
  path: '/webhooks/:webhookId/rotate-secret',
  access: accountAdminAccess,
  tag: 'Webhooks',
  summary: 'Rotate the secret of an endpoint',
  description:
    'The old secret also signs for 24 hours. Until then, deliveries carry `X-Service-Signature-Previous` and a second value in `webhook-signature`.',
  params: byWebhookId,
  ids: webhookIds,
  reply: z.object({ id, secret }),
  examples: { reply: { id: exampleWebhook.id, secret: exampleWebhook.secret } },
});

const sampleEvents = [...deliveredEvents, 'ping'] as const;

const getWebhookSample = defineOperation({
  id: 'getWebhookSample',
  noun: 'webhooks.sample',
  since: '1.0',
  method: 'GET',
  path: '/webhooks/samples/:event',
  access: accountReadAccess,
  tag: 'Webhooks',
  summary: 'Get a sample delivery',
  description:
    'The body of a delivery with sample data. No-code tools show its fields before the first event. `POST /webhooks` and `DELETE /webhooks/{webhookId}` are their REST hooks.',
  params: z.object({
    event: z.enum(sampleEvents).meta({ description: 'Event type, as in `events`, or `ping`' }),
  }),
  reply: z.discriminatedUnion(
    'type',
    sampleEvents.map((name) => deliveryBodies[name]) as unknown as [
      (typeof deliveryBodies)[keyof typeof deliveryBodies],
    ],
  ),
  examples: { reply: deliveryExamples['credential.issued'] },
});

export const webhookOperations = {
  createWebhook,
  listWebhooks,
  deleteWebhook,
  enableWebhook,
  rotateWebhookSecret,
  getWebhookSample,
} as const;
