import { createHmac } from 'node:crypto';

/** Signature headers, as the server makes them (docs/use/webhooks.md). */
export function createSignature(
  secret: string,
  { id, body }: { id: string; body: string },
  at: Date,
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000);
  const decoded = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const hex = createHmac('sha256', secret).update(body).digest('hex');
  const standard = createHmac('sha256', decoded).update(`${id}.${timestamp}.${body}`);
  return {
    'x-service-signature': `sha256=${hex}`,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${standard.digest('base64')}`,
  };
}
