import { packId, unpackId } from '../../kernel/id.ts';
import { deriveKey, equalBytes, hmac, sha256 } from '../../platform/crypto.ts';

/** Whose mail about which account: nothing of the address can be read from it. */
export type Subscription = { accountId: string; addressHash: Buffer };

/** Tokens in the links of mails that end them (RFC 8058); they need no row, so they hold as long as the secret. */
export type UnsubscribeTokens = {
  make: (accountId: string, address: string) => string;
  read: (token: string) => Subscription | undefined;
};

function hashAddress(address: string): Buffer {
  return sha256(address.toLowerCase());
}

/** `previous` still reads what it signed. */
export function createUnsubscribeTokens(secret: string, previous?: string): UnsubscribeTokens {
  const key = deriveKey(secret, 'unsubscribe');
  const readers = previous ? [key, deriveKey(previous, 'unsubscribe')] : [key];
  const sign = (by: Buffer, packed: Buffer): Buffer => hmac(by, packed).subarray(0, 16);
  return {
    make(accountId, address) {
      const packed = Buffer.concat([packId(accountId), hashAddress(address)]);
      return Buffer.concat([packed, sign(key, packed)]).toString('base64url');
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      const packed = bytes.subarray(0, 48);
      if (!readers.some((by) => equalBytes(bytes.subarray(48), sign(by, packed)))) return undefined;
      const accountId = unpackId(packed.subarray(0, 16));
      return { accountId, addressHash: packed.subarray(16) };
    },
  };
}
