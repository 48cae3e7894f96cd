import { z } from 'zod';
import { noLimit } from './accounts.ts';
import { line, paged } from './text.ts';

/** What is told to webhooks (interface specification §6.1). */
export const webhookEvents = [
  'credential.issued',
  'credential.delivered',
  'credential.revoked',
  'credential.viewed',
] as const;

/** Endpoints of each plan (decisions, "Requests"). */
export const webhookLimits = { free: 2, starter: 5, pro: 20, unlimited: noLimit } as const;

const wanted = z.enum(['*', ...webhookEvents]);

/** Interface specification §4.7. */
export const createWebhook = z.object({
  url: z
    .string()
    .max(2_048, 'must have at most 2048 characters')
    .meta({ description: 'https URL without credentials' }),
  events: z
    .array(wanted)
    .min(1, 'must not be empty: leave it out for all events')
    .max(20, 'must have at most 20 items')
    .optional()
    .meta({ description: 'All when left out or ["*"]' }),
});

export const createdWebhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  secret: z.string().meta({ description: 'whsec_ and base64 of 32 bytes; shown once' }),
});

/** Interface specification §2.7. */
export const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    active: z.boolean(),
    failureCount: z.int().meta({ description: 'Consecutive failed attempts' }),
    createdAt: z.int().meta({ description: 'Epoch milliseconds' }),
    lastStatus: z.int().nullable(),
    lastDeliveryAt: z.int().nullable().meta({ description: 'Epoch milliseconds' }),
  })
  .meta({ id: 'Webhook' });

const deliveryStates = ['pending', 'delivered', 'failed'] as const;
const moment = line({ max: 40 }).meta({ description: 'ISO 8601 date or date-time' });

export const listDeliveries = paged.extend({
  event: z.enum([...webhookEvents, 'ping']).optional(),
  state: z.enum(deliveryStates).optional(),
  since: moment.optional(),
  until: moment.optional(),
});

export const redeliverSince = z.object({ since: moment });

/** One delivery with its request and every attempt (decisions, GET /webhooks/{id}/deliveries). */
export const delivery = z
  .object({
    id: z.string().meta({ description: 'X-Service-Delivery' }),
    event: z.string(),
    state: z.enum(deliveryStates),
    createdAt: z.int().meta({ description: 'Epoch milliseconds' }),
    doneAt: z.int().nullable(),
    nextAttemptAt: z.int().nullable().meta({ description: 'Not before; null when it is over' }),
    attemptCount: z.int(),
    lastStatus: z.int().nullable(),
    lastError: z.string().nullable(),
    request: z.object({
      url: z.string(),
      headers: z
        .record(z.string(), z.string())
        .meta({ description: 'The same for every attempt; those that sign change with each' }),
      body: z.string().meta({ description: 'The exact bytes that are signed' }),
    }),
    attempts: z.array(
      z.object({
        at: z.int(),
        latencyMs: z.int(),
        status: z.int().nullable(),
        error: z.string().nullable(),
        response: z.string().nullable().meta({ description: 'The first 4 KiB' }),
      }),
    ),
  })
  .meta({ id: 'Delivery' });
