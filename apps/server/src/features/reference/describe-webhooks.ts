import { deliveryBodies, deliveryExamples } from '@insignia/contract';
import { z } from 'zod';

type EventName = keyof typeof deliveryBodies;

const eventTexts: Record<EventName, [summary: string, description: string]> = {
  'credential.issued': ['A credential was issued', 'By a call, or by a row of an import.'],
  'credential.delivered': [
    'A credential reached its recipient',
    'The mail server has taken the mail with it.',
  ],
  'credential.revoked': ['A credential was revoked', 'Whichever way: alone or among many.'],
  'credential.viewed': ['A credential was seen', 'The first view ever of its public page.'],
  ping: [
    'A test that you asked for',
    'Sent by `POST /webhooks/{webhookId}/test`, whatever events the endpoint wants.',
  ],
};

const header = (name: string, description: string, required = true) => ({
  ...{ name, in: 'header', required, description },
  schema: { type: 'string' },
});
const headers = [
  header('X-Service-Event', 'The event, as `type` in the body'),
  header('X-Service-Delivery', 'The id: the same for every attempt'),
  header(
    'X-Service-Signature',
    "`sha256=` and the hexadecimal HMAC-SHA256 of the body's exact bytes, keyed with the secret as text",
  ),
  header(
    'X-Service-Signature-Previous',
    'The same by the secret before, for 24 hours after it was rotated',
    false,
  ),
  header('webhook-id', 'Standard Webhooks: the id'),
  header('webhook-timestamp', 'Standard Webhooks: when this attempt was made, epoch seconds'),
  header(
    'webhook-signature',
    'Standard Webhooks: `v1,` and base64; two values with a space between while a secret is being rotated',
  ),
];
const anyText = (description: string) => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' } } },
});

/** `webhooks` of OpenAPI 3.1. */
export function describeWebhooks(): Record<string, object> {
  const all = Object.entries(deliveryBodies) as [EventName, z.ZodType][];
  return Object.fromEntries(
    all.map(([name, body]) => [name, { post: describeWebhook(name, body) }]),
  );
}

function describeWebhook(name: EventName, body: z.ZodType): object {
  const [summary, description] = eventTexts[name];
  const { $schema, ...schema } = z.toJSONSchema(body);
  return {
    operationId: `on.${name}`,
    tags: ['Webhooks'],
    ...{ summary, description: `${description} Check the signature before anything else.` },
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: deliveryExamples[name] } },
    },
    responses: {
      '2XX': anyText('Taken, within 10 seconds.'),
      '410': anyText('Nothing more is wanted: the endpoint is disabled at once.'),
      default: anyText(
        'Failed: it is tried again. After 20 failures in a row the endpoint is disabled.',
      ),
    },
  };
}
