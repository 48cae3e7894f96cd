/**
 * Copies bytes into their own memory. A slice of Node's pool (64 KiB) or of a zlib chunk (16 KiB)
 * retains all of it.
 */
export function copyBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** Copies text into its own memory. V8 stores substrings as views and concatenations as trees. */
export function copyText(text: string): string {
  const own = Buffer.from(text).toString();
  // The copy loses unpaired surrogates.
  return own === text ? own : text;
}

/** Bytes to store. A string holds one byte per character, as Latin-1. */
export type CachedBytes = Buffer | string;

/** For larger bodies, the overhead of a buffer matters less than copying on the heap. */
const MAX_TEXT_BYTES = 8 * 1_024;

/** A buffer has an overhead of 450 bytes, a string of 16. */
export function toCachedBytes(bytes: Buffer): CachedBytes {
  return bytes.length <= MAX_TEXT_BYTES ? bytes.toString('latin1') : copyBytes(bytes);
}

export function toBuffer(cached: CachedBytes): Buffer {
  return typeof cached === 'string' ? Buffer.from(cached, 'latin1') : cached;
}
