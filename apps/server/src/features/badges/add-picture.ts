import { mostDesignPictures } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { keepImage, type StoredImage, storeImage } from '../../platform/images/index.ts';
import { recordAct } from '../audit/index.ts';
import type { BadgeDeps } from './deps.ts';
import { addPictures } from './pictures-store.ts';

/** Stores a picture for use in designs of the account. */
export async function addDesignPicture(
  deps: BadgeDeps,
  who: Caller,
  image: string,
): Promise<StoredImage> {
  const { db, clock } = deps;
  const stored = await storeImage(deps, 'image', image, { keepFormat: true });
  const now = clock();
  await db.transaction().execute(async (trx) => {
    await keepImage(trx, stored, now);
    await addPictures(trx, who.accountId, [stored.cid], mostDesignPictures, now);
    await recordAct(trx, who, { action: 'addDesignPicture', fields: { image } }, now);
  });
  return stored;
}
