import type { BodyOf, createBadge as operation } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { newIdOf, readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { keepImage, type StoredImage, storeImage } from '../../platform/images/index.ts';
import { recordAct } from '../audit/index.ts';
import type { BadgeDeps } from './deps.ts';
import { designReader, noPicture, picturesIn, type ReadDesign } from './design-rules.ts';
import { drawDesign } from './draw.ts';
import { keepPictures } from './pictures-store.ts';
import { detailsWith } from './rules.ts';
import { insertBadge, issuerOf } from './store.ts';

export async function createBadge(
  deps: BadgeDeps,
  who: Caller,
  input: BodyOf<typeof operation>,
): Promise<string> {
  const { db, clock } = deps;
  const issuerId = readId(input.issuerId);
  if (!issuerId) throw new Problem('issuer_not_found');
  await requireVerified(db, who, issuerId);
  const readOnce = designReader();
  const image = await pictureOf(deps, who, input, readOnce);
  const id = newIdOf(who.accountId);
  const now = clock();
  await db.transaction().execute(async (trx) => {
    await requireVerified(trx, who, issuerId);
    await keepImage(trx, image, now);
    const { name, description, criteria, shareText = null, designJson = null } = input;
    const row = {
      id,
      accountId: who.accountId,
      issuerId,
      name,
      description,
      criteria,
      shareText,
      designJson,
      details: detailsWith(null, input),
    };
    await insertBadge(trx, { ...row, imageCid: image.cid, createdAt: now });
    if (designJson !== null)
      await keepPictures(trx, who.accountId, id, picturesIn(designJson, readOnce));
    await recordAct(trx, who, { action: 'createBadge', target: id, fields: input }, now);
  });
  return id;
}

/** The uploaded picture, or one drawn from the design. */
async function pictureOf(
  deps: BadgeDeps,
  who: Caller,
  { image, designJson }: BodyOf<typeof operation>,
  readOnce: ReadDesign,
): Promise<StoredImage> {
  if (image !== undefined) return storeImage(deps, 'image', image);
  if (designJson !== undefined) return drawDesign(deps, who.accountId, designJson, readOnce);
  throw invalid('image', noPicture);
}

async function requireVerified(db: Database | Trx, who: Caller, issuerId: string): Promise<void> {
  const issuer = await issuerOf(db, who.accountId, issuerId);
  if (!issuer) throw new Problem('issuer_not_found');
  if (!issuer.verified) throw new Problem('issuer_not_verified');
}
