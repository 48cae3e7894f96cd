import type { Database, Trx } from '../../platform/db/index.ts';
import { createSealer, type Secrets } from '../../platform/secrets/index.ts';
import { readSealedKeys, saveSealedKeys } from './suppression-store.ts';
import { unsubscribePurpose } from './unsubscribe-tokens.ts';

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
