import type { WebhookEvent } from './surface.ts';

export type { WebhookEvent };

export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
export type WebhookVerifyOptions = {
  /** Maximum age of a delivery and clock skew, in seconds. Default: 300. */
  toleranceSeconds?: number;
  now?: Date;
};
/** @deprecated Use `WebhookVerifyOptions`. */
export type VerifyOptions = WebhookVerifyOptions;

/**
 * Returns the event of a delivery signed with `secret` (`whsec_…`); throws WebhookVerificationError
 * otherwise. `rawBody` is the exact body received. Checks the Standard Webhooks headers and their
 * timestamp if present, otherwise `X-Service-Signature`, which has no timestamp. During rotation,
 * deliveries are signed with both secrets, so either verifies; `secret` may be a list.
 */
export async function verify(
  rawBody: string | Uint8Array,
  headers: HeadersLike,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: WebhookVerifyOptions = {},
): Promise<WebhookEvent> {
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody;
  const readHeader = (name: string): string | undefined => read(headers, name);
  const secrets = [secret].flat();
  const [id, timestamp, signatures] = [
    readHeader('webhook-id'),
    readHeader('webhook-timestamp'),
    readHeader('webhook-signature'),
  ];
  if (!secrets.some(Boolean))
    throw new WebhookVerificationError("no secret: pass the endpoint's signing secret");
  if (!signatures && !readHeader('x-service-signature'))
    throw new WebhookVerificationError('no signature in the headers: pass all headers');
  const standard = id && timestamp && signatures ? { id, timestamp, signatures } : undefined;
  if (standard) requireRecent(standard.timestamp, toleranceSeconds, now);
  const isGenuine = await (standard
    ? verifyStandardSignature(body, standard, secrets)
    : verifyServiceSignature(body, readHeader, secrets));
  if (!isGenuine) throw new WebhookVerificationError("the signature doesn't match this secret");
  return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
}

const encoder = new TextEncoder();

function read(headers: HeadersLike, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

function requireRecent(timestamp: string, toleranceSeconds: number, now: Date): void {
  const seconds = Number(timestamp);
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError("webhook-timestamp isn't a valid time");
  const distance = Math.abs(now.getTime() / 1_000 - seconds);
  if (distance > toleranceSeconds)
    throw new WebhookVerificationError(
      `the timestamp differs from now by ${Math.round(distance)} s`,
    );
}

type Standard = { id: string; timestamp: string; signatures: string };

/** Standard Webhooks: HMAC-SHA256 of `id.timestamp.body`, keyed with the decoded secret. */
async function verifyStandardSignature(
  body: Uint8Array,
  { id, timestamp, signatures }: Standard,
  secrets: readonly string[],
): Promise<boolean> {
  const head = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const candidates = signatures
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []));
  const keys = secrets.map((secret) => decodeBase64(secret.replace(/^whsec_/, '')));
  return anyVerifies(keys, candidates.map(decodeBase64), signed);
}

/**
 * Interface specification §6.3: HMAC-SHA256 of the body in hex, keyed with the bytes of the whole
 * secret.
 */
async function verifyServiceSignature(
  body: Uint8Array,
  readHeader: (name: string) => string | undefined,
  secrets: readonly string[],
): Promise<boolean> {
  const candidates = [
    readHeader('x-service-signature'),
    readHeader('x-service-signature-previous'),
  ].flatMap((one) => (one?.startsWith('sha256=') ? [decodeHex(one.slice(7))] : []));
  return anyVerifies(
    secrets.map((secret) => encoder.encode(secret)),
    candidates,
    body,
  );
}

async function anyVerifies(
  keys: (Uint8Array | undefined)[],
  candidates: (Uint8Array | undefined)[],
  signed: Uint8Array,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;
  for (const bytes of keys) {
    if (!bytes?.length) continue;
    const key = await crypto.subtle.importKey('raw', bytes as BufferSource, algorithm, false, [
      'verify',
    ]);
    for (const signature of candidates) {
      if (!signature) continue;
      // Constant-time comparison.
      if (
        await crypto.subtle.verify('HMAC', key, signature as BufferSource, signed as BufferSource)
      )
        return true;
    }
  }
  return false;
}

function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function decodeHex(text: string): Uint8Array | undefined {
  if (!/^[0-9a-f]{64}$/i.test(text)) return undefined;
  return Uint8Array.from({ length: 32 }, (_, n) =>
    Number.parseInt(text.slice(n * 2, n * 2 + 2), 16),
  );
}
