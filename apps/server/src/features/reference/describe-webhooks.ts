import { deliveryBodies, deliveryExamples } from '@insignia/contract';
import { z } from 'zod';

type EventName = keyof typeof deliveryBodies;

const eventTexts: Record<EventName, [summary: string, description: string]> = {
  'credential.issued': ['A credential was issued', 'By a request or a row of an import.'],
  'credential.delivered': [
    'A credential was delivered',
    'A mail server accepted the email with it.',
  ],
  'credential.revoked': ['A credential was revoked', 'Individually or in bulk.'],
  'credential.viewed': ['A credential was viewed', 'The first view of its public page.'],
  'credential.expiring': [
    'A credential expires soon',
    'Thirty and seven days before the end. Only endpoints that name this event receive it.',
  ],
  'credential.expired': [
    'A credential has expired',
    'Only endpoints that name this event receive it.',
  ],
  'credential.corrected': [
    'A credential was corrected or renewed',
    'Only endpoints that name this event receive it.',
  ],
  'request.created': [
    'A recipient asked for a correction or erasure',
    'Only endpoints that name this event receive it.',
  ],
  'request.closed': [
    'A request was accepted or declined',
    'Only endpoints that name this event receive it.',
  ],
  'member.joined': [
    'A member joined the account',
    'By invitation, single sign-on or a directory. Only endpoints that name this event receive it.',
  ],
  'member.changed': [
    'The role of a member changed',
    'Only endpoints that name this event receive it.',
  ],
  'member.removed': [
    'A member was removed, or deactivated by a directory',
    'Only endpoints that name this event receive it.',
  ],
  'issuer.moved': [
    'An issuer moved to or from the account',
    'Only endpoints that name this event receive it.',
  ],
  ping: [
    'A test you requested',
    "Sent by `POST /webhooks/{webhookId}/test`, regardless of the endpoint's events.",
  ],
};

const header = (name: string, description: string, required = true) => ({
  ...{ name, in: 'header', required, description },
  schema: { type: 'string' },
});
const headers = [
  header('X-Service-Event', 'Event type, as `type` in the body'),
  header('X-Service-Delivery', 'Delivery ID, the same for every attempt'),
  header(
    'X-Service-Signature',
    '`sha256=` and the hexadecimal HMAC-SHA256 of the exact body bytes, keyed with the secret as text',
  ),
  header(
    'X-Service-Signature-Previous',
    'The same with the previous secret, for 24 hours after a rotation',
    false,
  ),
  header('webhook-id', 'Standard Webhooks: delivery ID'),
  header('webhook-timestamp', 'Standard Webhooks: time of this attempt, in epoch seconds'),
  header(
    'webhook-signature',
    'Standard Webhooks: `v1,` and base64. Two values separated by a space while a secret is being rotated',
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
    ...{ summary, description: `${description} Verify the signature before you use the event.` },
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: deliveryExamples[name] } },
    },
    responses: {
      '2XX': anyText('Accepted, within 10 seconds.'),
      '410': anyText('The endpoint is disabled immediately and receives nothing more.'),
      default: anyText(
        'Failed. Insignia tries again. After 20 failures in a row, the endpoint is disabled.',
      ),
    },
  };
}
