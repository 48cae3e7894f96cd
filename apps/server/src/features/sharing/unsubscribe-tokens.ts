import { packId, unpackId } from '../../kernel/id.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { equalBytes, hmac, sha256 } from '../../platform/secrets/crypto.ts';
import { createSealer, type Secrets } from '../../platform/secrets/index.ts';
import { readSealedKeys, saveSealedKeys } from './suppression-store.ts';

/** Account and hashed address. The address can't be derived. */
export type Subscription = { accountId: string; addressHash: Buffer };

/** Tokens of unsubscribe links (RFC 8058). They need no storage. */
export type UnsubscribeTokens = {
  make: (accountId: string, address: string) => string;
  read: (token: string) => Subscription | undefined;
};

const unsubscribePurpose = 'unsubscribe';

function hashAddress(address: string): Buffer {
  return sha256(address.toLowerCase());
}

/** `retired` keys keep links in emails already sent working. */
export function createUnsubscribeTokens(secrets: Secrets, retired: Buffer[]): UnsubscribeTokens {
  const keys = secrets.keysFor(unsubscribePurpose);
  const sign = (by: Buffer, packed: Buffer): Buffer => hmac(by, packed).subarray(0, 16);
  return {
    make(accountId, address) {
      const packed = Buffer.concat([packId(accountId), hashAddress(address)]);
      return Buffer.concat([packed, sign(keys.present(), packed)]).toString('base64url');
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      const packed = bytes.subarray(0, 48);
      const isOurs = (by: Buffer): boolean => equalBytes(bytes.subarray(48), sign(by, packed));
      if (![...keys.all(), ...retired].some(isOurs)) return undefined;
      const accountId = unpackId(packed.subarray(0, 16));
      return { accountId, addressHash: packed.subarray(16) };
    },
  };
}

const MAX_RETIRED_KEYS = 20;

/** Keys of retired secrets, needed for links in emails already sent. */
export async function readRetiredKeys(db: Database | Trx, secrets: Secrets): Promise<Buffer[]> {
  const sealer = createSealer(secrets, 'retired keys');
  const sealed = await readSealedKeys(db);
  return sealed
    .filter((each) => sealer.markOf(each))
    .map((each) => Buffer.from(sealer.open(each), 'base64'));
}

/** Keeps the key of a retired secret for this purpose only, encrypted with the new one. */
export async function retireKey(trx: Trx, secrets: Secrets, mark: string): Promise<void> {
  const sealer = createSealer(secrets, 'retired keys');
  const own = secrets.keysFor(unsubscribePurpose).of(mark);
  const all = [...(own ? [own] : []), ...(await readRetiredKeys(trx, secrets))].slice(
    0,
    MAX_RETIRED_KEYS,
  );
  const sealed: Buffer[] = [];
  for (const key of all) sealed.push(await sealer.seal(trx, key.toString('base64')));
  await saveSealedKeys(trx, sealed);
}
