import { z } from 'zod';
import { webhookEvents } from './events.ts';
import { exampleIds } from './examples.ts';
import { accountAdminAccess, accountReadAccess, defineOperation } from './operation.ts';
import { noLimit } from './plans.ts';
import { idOrUrl } from './text.ts';

/** Endpoints per plan (decisions, "Requests"). */
export const webhookLimits = { free: 2, starter: 5, pro: 20, unlimited: noLimit } as const;

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;

const id = z.string().meta({ description: 'Bare id' });
export const endpointUrl = z.string().meta({ description: 'Where deliveries are posted to' });
const events = z.array(z.string()).meta({ description: '["*"] stands for all' });
const secret = z
  .string()
  .meta({ description: 'whsec_ and base64 of 32 bytes; signs deliveries; shown once' });
export const byWebhookId = z.object({ webhookId: idOrUrl });
export const webhookIds = { webhookId: 'webhook_not_found' } as const;

const webhook = z
  .object({
    id,
    url: endpointUrl,
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
    recent: z
      .array(z.enum(deliveryStates))
      .meta({ description: 'How the last 20 deliveries stand, newest first' }),
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
  since: '1.0',
  method: 'POST',
  path: '/webhooks',
  access: accountAdminAccess,
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
  reply: z.object({ id, url: endpointUrl, events, secret }),
  errors: ['webhook_limit_reached'],
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

export const listWebhooks = defineOperation({
  id: 'listWebhooks',
  since: '1.0',
  method: 'GET',
  path: '/webhooks',
  access: accountReadAccess,
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

export const deleteWebhook = defineOperation({
  id: 'deleteWebhook',
  since: '1.0',
  method: 'DELETE',
  path: '/webhooks/:webhookId',
  access: accountAdminAccess,
  tag: 'Webhooks',
  summary: 'Delete an endpoint; its deliveries stop at once',
  description: 'Its log goes too, in the background.',
  params: byWebhookId,
  ids: webhookIds,
  reply: z.object({ id, deleted: z.literal(true).meta({ description: 'Always true' }) }),
  examples: { reply: { id: exampleWebhook.id, deleted: true } },
});

export const enableWebhook = defineOperation({
  id: 'enableWebhook',
  since: '1.0',
  method: 'POST',
  path: '/webhooks/:webhookId/enable',
  access: accountAdminAccess,
  tag: 'Webhooks',
  summary: 'Enable a disabled endpoint again',
  description:
    'Its failures are counted anew. What failed stays failed until it is asked for (`POST /webhooks/{webhookId}/deliveries/redeliver`); what happened meanwhile was not kept for it.',
  params: byWebhookId,
  ids: webhookIds,
  reply: z.object({ id, active: z.literal(true).meta({ description: 'Always true' }) }),
  examples: { reply: { id: exampleWebhook.id, active: true } },
});

export const rotateWebhookSecret = defineOperation({
  id: 'rotateWebhookSecret',
  since: '1.0',
  method: 'POST',
  path: '/webhooks/:webhookId/rotate-secret',
  access: accountAdminAccess,
  tag: 'Webhooks',
  summary: 'Make a new secret; the old one signs too for 24 hours',
  description:
    'Until then deliveries carry `X-Service-Signature-Previous`, and a second value in `webhook-signature`.',
  params: byWebhookId,
  ids: webhookIds,
  reply: z.object({ id, secret }),
  examples: { reply: { id: exampleWebhook.id, secret: exampleWebhook.secret } },
});
