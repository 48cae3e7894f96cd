import { saveImage, storeBlob } from '../../../platform/images/index.ts';
import type { PublishedCredential } from '../store.ts';
import type { FileDeps } from './deps.ts';
import { renderCard } from './render-card.ts';
import { findCard, saveCard } from './store.ts';
import { createCardInput } from './template-input.ts';

/** The share card: rendered once per content and then read from the image store. */
export async function readOrRenderCard(
  deps: FileDeps,
  credential: PublishedCredential,
): Promise<Buffer> {
  const { db, images, clock } = deps;
  const { version } = createCardInput(credential, clock());
  const known = await findCard(db, credential.id);
  const kept = known?.source === version ? await images.get(known.cid) : undefined;
  if (kept) return kept;
  const bytes = await renderCard(deps, credential);
  const png = { bytes, mediaType: 'image/png', width: 1_200, height: 630 } as const;
  const blob = await storeBlob(deps, png);
  await db.write(async (trx) => {
    await saveImage(trx, blob, clock());
    await saveCard(trx, credential.id, version, blob.cid);
  });
  return bytes;
}
