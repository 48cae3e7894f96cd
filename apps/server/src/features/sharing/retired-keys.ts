import type { Database, Trx } from '../../platform/db/index.ts';
import { createSealer, type Secrets } from '../../platform/secrets/index.ts';
import { sealedKeys, setSealedKeys } from './retired-store.ts';
import { unsubscribePurpose } from './unsubscribe-tokens.ts';

const most = 20;

/** Keys of secrets that are gone, by which links in mails that are out are still read. */
export async function retiredKeys(db: Database | Trx, secrets: Secrets): Promise<Buffer[]> {
  const sealer = createSealer(secrets, 'retired keys');
  const sealed = await sealedKeys(db);
  return sealed
    .filter((each) => sealer.markOf(each))
    .map((each) => Buffer.from(sealer.open(each), 'base64'));
}

/** Keeps the key of the secret that goes, and seals all with the one that comes: this key alone, which opens nothing else. */
export async function retireKey(trx: Trx, secrets: Secrets, mark: string): Promise<void> {
  const sealer = createSealer(secrets, 'retired keys');
  const own = secrets.keysFor(unsubscribePurpose).of(mark);
  const all = [...(own ? [own] : []), ...(await retiredKeys(trx, secrets))].slice(0, most);
  const sealed: Buffer[] = [];
  for (const key of all) sealed.push(await sealer.seal(trx, key.toString('base64')));
  await setSealedKeys(trx, sealed);
}
