/**
 * The same bytes in memory that holds nothing else. What is cut from Node's pool (64 KiB) or from a chunk of zlib's (16 KiB)
 * keeps all of that for as long as itself is kept, however short it is.
 */
export function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** The same text in memory that holds nothing else: V8 keeps a part as a view of the whole, and a sum as its parts. */
export function inOwnText(text: string): string {
  const own = Buffer.from(text).toString();
  // Half of a surrogate pair is lost on the way.
  return own === text ? own : text;
}

/** Bytes to be kept: a string has one sign for each, as in Latin-1. */
export type KeptBytes = Buffer | string;

/** From there on what a buffer costs beside its bytes matters less than that a string is copied within the heap. */
const mostAsText = 8 * 1_024;

/** A buffer takes 450 bytes beside its own, within the heap and outside it; a string 16. */
export function keepBytes(bytes: Buffer): KeptBytes {
  return bytes.length <= mostAsText ? bytes.toString('latin1') : inOwnMemory(bytes);
}

export function bytesOf(kept: KeptBytes): Buffer {
  return typeof kept === 'string' ? Buffer.from(kept, 'latin1') : kept;
}
