import { createHash } from 'node:crypto';
import { base32 } from 'multiformats/bases/base32';

/** CIDv1 prefix: version 1, codec raw (0x55), sha2-256 (0x12), 32 bytes. */
const head = Uint8Array.of(0x01, 0x55, 0x12, 0x20);

/**
 * CIDv1 (raw, sha2-256, base32) of the exact bytes. Below 1 MiB equal to Kubo's unixfs-v1-2025
 * profile.
 */
export function computeCid(bytes: Uint8Array): string {
  const digest = createHash('sha256').update(bytes).digest();
  return base32.encode(Buffer.concat([head, digest]));
}

export function isCid(text: string): boolean {
  return /^bafkrei[a-z2-7]{52}$/.test(text);
}
