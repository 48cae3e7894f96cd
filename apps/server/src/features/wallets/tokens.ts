import { packId, readId, unpackId } from '../../kernel/id.ts';
import { equalBytes, hmac } from '../../platform/secrets/crypto.ts';
import type { PurposeKeys } from '../../platform/secrets/index.ts';

/** Purpose of a token. A token of one kind is never valid as another. */
type TokenKind = 'offer' | 'code' | 'access';

const ID_BYTES = 16;
const MAC_BYTES = 16;

const computeMac = (key: Buffer, kind: string, data: Buffer): Buffer =>
  hmac(key, Buffer.concat([Buffer.from(`${kind}\0`), data])).subarray(0, MAC_BYTES);

function signBytes(keys: PurposeKeys, kind: string, data: Buffer): string {
  return Buffer.concat([data, computeMac(keys.current(), kind, data)]).toString('base64url');
}

function openBytes(
  keys: PurposeKeys,
  kind: string,
  text: string,
  size: number,
): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // Other spellings of the same bytes are refused, as in every token.
  if (bytes.length !== size + MAC_BYTES || bytes.toString('base64url') !== text) return undefined;
  const [data, mac] = [bytes.subarray(0, size), bytes.subarray(size)];
  const isOurs = keys.all().some((key) => equalBytes(computeMac(key, kind, data), mac));
  return isOurs ? data : undefined;
}

/** An id with its MAC: nobody can make one, and the database contains none. */
export const createToken = (keys: PurposeKeys, kind: TokenKind, id: string): string =>
  signBytes(keys, kind, packId(id));

export function readToken(keys: PurposeKeys, kind: TokenKind, text: string): string | undefined {
  const data = openBytes(keys, kind, text, ID_BYTES);
  return data && readId(unpackId(data));
}

const NONCE_BYTES = 24;

/**
 * A nonce for proofs that an issuer or an offer asks for: its expiry and random bytes, so that nothing
 * is stored.
 */
export function createNonce(
  keys: PurposeKeys,
  askerId: string,
  expires: Date,
  random: Buffer,
): string {
  const data = Buffer.alloc(NONCE_BYTES);
  data.writeBigUInt64BE(BigInt(expires.getTime()));
  random.copy(data, 8);
  return signBytes(keys, `nonce ${askerId}`, data);
}

export function isNonce(keys: PurposeKeys, askerId: string, text: unknown, now: Date): boolean {
  const data =
    typeof text === 'string' ? openBytes(keys, `nonce ${askerId}`, text, NONCE_BYTES) : undefined;
  return data !== undefined && Number(data.readBigUInt64BE()) > now.getTime();
}
