import { keepImage, storeBlob } from '../../../platform/images/index.ts';
import type { WholeCredential } from '../store.ts';
import type { FileDeps } from './deps.ts';
import { setCard } from './set.ts';
import { cardOf, saveCard } from './store.ts';
import { cardInput } from './template-input.ts';

/** The share card: rendered once per content and then read from the image store. */
export async function cardBytes(deps: FileDeps, credential: WholeCredential): Promise<Buffer> {
  const { db, images, clock } = deps;
  const { version } = cardInput(credential, clock());
  const known = await cardOf(db, credential.id);
  const kept = known?.source === version ? await images.get(known.cid) : undefined;
  if (kept) return kept;
  const bytes = await setCard(deps, credential);
  const png = { bytes, mediaType: 'image/png', width: 1_200, height: 630 } as const;
  const blob = await storeBlob(deps, png);
  await db.transaction().execute(async (trx) => {
    await keepImage(trx, blob, clock());
    await saveCard(trx, credential.id, version, blob.cid);
  });
  return bytes;
}
