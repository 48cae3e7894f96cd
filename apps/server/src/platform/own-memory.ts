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
