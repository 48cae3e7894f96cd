import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

export type Signed = { id: string; type: string; body: string; at: Date };
/** `previous` while a rotated secret is still good. */
export type Secrets = { current: string; previous: string | undefined };

/**
 * The headers of a delivery (interface specification §6.2, 6.3) and those of Standard Webhooks beside them: the first
 * keyed with the whole secret's bytes, the second with the bytes that it encodes.
 */
export function signedHeaders(
  { id, type, body, at }: Signed,
  secrets: Secrets,
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000);
  const all = [secrets.current, ...(secrets.previous ? [secrets.previous] : [])];
  const hex = all.map((secret) => `sha256=${hmac(Buffer.from(secret), body).toString('hex')}`);
  const standard = all.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${hmac(key, `${id}.${timestamp}.${body}`).toString('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': 'insignia-webhooks/1',
    'x-service-event': type,
    'x-service-delivery': id,
    'x-service-signature': hex[0] ?? '',
    ...(hex[1] ? { 'x-service-signature-previous': hex[1] } : {}),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
  };
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
