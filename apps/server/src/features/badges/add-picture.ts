import { type designOperations, MAX_DESIGN_PICTURES, type OperationBody } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { type StoredImage, saveImage, storeImage } from '../../platform/images/index.ts';
import { recordAction } from '../audit/index.ts';
import type { BadgeDeps } from './deps.ts';
import { saveDesignPictures } from './pictures-store.ts';

/** Stores a picture for use in designs of the account. */
export async function addDesignPicture(
  deps: Pick<BadgeDeps, 'db' | 'clock' | 'images'>,
  who: Caller,
  { image, use }: OperationBody<typeof designOperations.addDesignPicture>,
): Promise<StoredImage> {
  const { db, clock } = deps;
  const stored = await storeImage(deps, 'image', image, {
    keepFormat: true,
    isBackground: use === 'background',
  });
  const now = clock();
  await db.write(async (trx) => {
    await saveImage(trx, stored, now);
    await saveDesignPictures(trx, who.accountId, [stored.cid], MAX_DESIGN_PICTURES, now);
    await recordAction(trx, who, { action: 'addDesignPicture', fields: { image, use } }, now);
  });
  return stored;
}
