import { hash } from 'node:crypto';

/** HMAC-SHA256 key blocks (RFC 2104 §2): for the text and for its digest. */
export type HmacKey = { readonly inner: Buffer; readonly outer: Buffer };

const block = 64;
const digest = 32;

/** Reused for many texts. */
export function deriveHmacKey(secret: Buffer): HmacKey {
  const key = secret.length > block ? hash('sha256', secret, 'buffer') : secret;
  const mixed = (byte: number): Buffer => {
    const padded = Buffer.alloc(block);
    key.copy(padded);
    return padded.map((each) => each ^ byte) as Buffer;
  };
  return { inner: mixed(0x36), outer: mixed(0x5c) };
}

// Shared: written and hashed synchronously.
const usual = Buffer.allocUnsafe(16_384);
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
  const most = block + 3 * text.length;
  const room = most <= usual.length ? usual : Buffer.allocUnsafe(most);
  room.set(inner);
  const end = block + room.write(text, block, 'utf8');
  last.set(outer);
  last.write(hash('sha256', room.subarray(0, end), 'binary'), block, 'binary');
  return hash('sha256', last, encoding);
}
