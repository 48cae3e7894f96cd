import type { Database, Trx } from '../../platform/db/index.ts';
import { createSealer, type Secrets } from '../../platform/secrets/index.ts';
import { sealedKeys, setSealedKeys } from './retired-store.ts';
import { unsubscribePurpose } from './unsubscribe-tokens.ts';

const most = 20;

/** Keys of retired secrets, needed for links in emails already sent. */
export async function retiredKeys(db: Database | Trx, secrets: Secrets): Promise<Buffer[]> {
  const sealer = createSealer(secrets, 'retired keys');
  const sealed = await sealedKeys(db);
  return sealed
    .filter((each) => sealer.markOf(each))
    .map((each) => Buffer.from(sealer.open(each), 'base64'));
}

/** Keeps the key of a retired secret for this purpose only, encrypted with the new one. */
export async function retireKey(trx: Trx, secrets: Secrets, mark: string): Promise<void> {
  const sealer = createSealer(secrets, 'retired keys');
  const own = secrets.keysFor(unsubscribePurpose).of(mark);
  const all = [...(own ? [own] : []), ...(await retiredKeys(trx, secrets))].slice(0, most);
  const sealed: Buffer[] = [];
  for (const key of all) sealed.push(await sealer.seal(trx, key.toString('base64')));
  await setSealedKeys(trx, sealed);
}
