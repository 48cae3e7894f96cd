import { randomBytes } from 'node:crypto';
import { computeHmac, deriveHmacKey, type HmacKey } from './hmac.ts';

const prefix = 'whsec_';

export function createSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

export type SignedDelivery = { id: string; type: string; body: string; at: Date };
type SecretKeys = { whole: HmacKey; decoded: HmacKey };
/** `previous` during a rotation. */
export type EndpointSigningKeys = { current: SecretKeys; previous: SecretKeys | undefined };

/** Reused for many deliveries. */
export function deriveSigningKeys(secret: string): SecretKeys {
  return {
    whole: deriveHmacKey(Buffer.from(secret)),
    decoded: deriveHmacKey(Buffer.from(secret.slice(prefix.length), 'base64')),
  };
}

/** Headers of every attempt, before signing. */
export function createPlainHeaders(id: string, type: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'insignia-webhooks/1',
    'x-service-event': type,
    'x-service-delivery': id,
    'webhook-id': id,
  };
}

/**
 * Signature headers of a delivery (interface specification §6.2, 6.3) and of Standard Webhooks. The
 * first is keyed with the bytes of the whole secret, the second with the decoded secret.
 */
export function createSignedHeaders(
  { id, type, body, at }: SignedDelivery,
  { current, previous }: EndpointSigningKeys,
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000);
  const all = previous ? [current, previous] : [current];
  const hex = all.map(({ whole }) => `sha256=${computeHmac(whole, body, 'hex')}`);
  const signed = `${id}.${timestamp}.${body}`;
  const standard = all.map(({ decoded }) => `v1,${computeHmac(decoded, signed, 'base64')}`);
  return {
    ...createPlainHeaders(id, type),
    'x-service-signature': hex[0] ?? '',
    ...(hex[1] ? { 'x-service-signature-previous': hex[1] } : {}),
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
  };
}
