import { createHash } from 'node:crypto';
import { base16, base16upper } from 'multiformats/bases/base16';
import { base32, base32upper } from 'multiformats/bases/base32';
import { base36, base36upper } from 'multiformats/bases/base36';
import { base58btc } from 'multiformats/bases/base58';
import { base64url } from 'multiformats/bases/base64';
import { CID } from 'multiformats/cid';

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

/** A sha2-512 in binary digits has 574. Longer ones aren't read. */
const MAX_CID_LENGTH = 600;
const bases = base32.decoder
  .or(base32upper.decoder)
  .or(base36.decoder)
  .or(base36upper.decoder)
  .or(base58btc.decoder)
  .or(base16.decoder)
  .or(base16upper.decoder)
  .or(base64url.decoder);

/** Reads a CID of any version, base, codec and hash, and writes it as ours. Undefined if invalid. */
export function parseCid(text: string): string | undefined {
  if (text.length > MAX_CID_LENGTH || !/^[\w-]+$/.test(text)) return undefined;
  try {
    const cid = text.startsWith('Q') ? CID.parse(text) : CID.parse(text, bases);
    // `toString` would return the text as it was sent.
    return base32.encode(cid.toV1().bytes);
  } catch {
    return undefined;
  }
}

export function isCid(text: string): boolean {
  return /^bafkrei[a-z2-7]{52}$/.test(text);
}
