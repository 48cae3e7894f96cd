import { hash, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

export function createSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

export type SignedDelivery = { id: string; type: string; body: string; at: Date };
type SecretKeys = { whole: HmacKey; decoded: HmacKey };
/** `previous` is set during a rotation. */
export type EndpointSigningKeys = { current: SecretKeys; previous: SecretKeys | undefined };

/** Deriving keys costs more than signing, so they are reused for many deliveries. */
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

/** HMAC-SHA256 key blocks (RFC 2104 §2): for the text and for its digest. */
export type HmacKey = { readonly inner: Buffer; readonly outer: Buffer };

const block = 64;
const digest = 32;

export function deriveHmacKey(secret: Buffer): HmacKey {
  const key = secret.length > block ? hash('sha256', secret, 'buffer') : secret;
  const mixed = (byte: number): Buffer => {
    const padded = Buffer.alloc(block);
    key.copy(padded);
    return padded.map((each) => each ^ byte) as Buffer;
  };
  return { inner: mixed(0x36), outer: mixed(0x5c) };
}

// Reused, because each text is written and hashed synchronously.
const sharedBuffer = Buffer.allocUnsafe(16_384);
const last = Buffer.allocUnsafe(block + digest);

/**
 * Uses one-shot hashes: creating and collecting a `createHmac` object takes twice as long as all of
 * this.
 */
export function computeHmac(
  { inner, outer }: HmacKey,
  text: string,
  encoding: 'hex' | 'base64',
): string {
  // UTF-8 takes at most three bytes per UTF-16 unit.
  const maxLength = block + 3 * text.length;
  const buffer = maxLength <= sharedBuffer.length ? sharedBuffer : Buffer.allocUnsafe(maxLength);
  buffer.set(inner);
  const end = block + buffer.write(text, block, 'utf8');
  last.set(outer);
  last.write(hash('sha256', buffer.subarray(0, end), 'binary'), block, 'binary');
  return hash('sha256', last, encoding);
}
