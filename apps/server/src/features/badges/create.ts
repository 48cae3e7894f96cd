import type { OperationBody, createBadge as operation } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { newRoutedId, readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import {
  findReply,
  hashUpload,
  type IdempotencyKey,
  type IdempotentReply,
  runIdempotent,
} from '../../platform/http/idempotency.ts';
import { type StoredImage, saveImage, storeImage } from '../../platform/images/index.ts';
import { recordAction } from '../audit/index.ts';
import type { BadgeDeps } from './deps.ts';
import {
  designReader,
  listDesignPictures,
  missingPictureMessage,
  type ReadDesign,
} from './design-rules.ts';
import { renderDesign, replaceBadgePictures } from './pictures.ts';
import { applyDetailsChange } from './rules.ts';
import { type BadgeIssuer, findBadgeIssuer, insertBadge, lockBadgeIssuer } from './store.ts';

export async function createBadge(
  deps: Pick<BadgeDeps, 'db' | 'clock' | 'urls' | 'images' | 'drawer' | 'chooseDesigns'>,
  who: Caller,
  input: OperationBody<typeof operation>,
  readKey: (content: object) => IdempotencyKey | undefined,
): Promise<IdempotentReply<{ badgeId: string }>> {
  const { db, clock } = deps;
  const issuerId = readId(input.issuerId);
  if (!issuerId) throw new Problem('issuer_not_found');
  const now = clock();
  const once = readKey({ ...input, image: hashUpload(input.image) });
  const earlier = await findReply<{ badgeId: string }>(db, who.accountId, once, now);
  if (earlier) return earlier;
  // Before the picture is encoded.
  assertVerified(await findBadgeIssuer(db, who.accountId, issuerId));
  const readOnce = designReader();
  const image = await storePicture(deps, who, input, readOnce);
  return runIdempotent(db, who.accountId, once, now, async (trx) => {
    assertVerified(await lockBadgeIssuer(trx, who.accountId, issuerId));
    const id = await addBadge(trx, deps, { accountId: who.accountId, issuerId }, input, image, now);
    const { designJson } = input;
    if (designJson !== undefined)
      await replaceBadgePictures(trx, who.accountId, id, listDesignPictures(designJson, readOnce));
    await recordAction(trx, who, { action: 'createBadge', target: id, fields: input }, now);
    return { badgeId: deps.urls.badge(id) };
  });
}

/** Adds a badge to an issuer that the caller has locked. Returns its id. */
export async function addBadge(
  trx: Trx,
  { chooseDesigns }: Pick<BadgeDeps, 'chooseDesigns'>,
  owner: { accountId: string; issuerId: string },
  input: Omit<OperationBody<typeof operation>, 'issuerId'>,
  image: StoredImage,
  now: Date,
): Promise<string> {
  await saveImage(trx, image, now);
  const id = newRoutedId(owner.accountId);
  const { name, description, criteria, shareText = null, designJson = null } = input;
  await insertBadge(trx, {
    ...{ ...owner, id, name, description, criteria, shareText, designJson },
    details: applyDetailsChange(null, input),
    ...{ certificateId: null, certificateVersion: null, cardId: null, cardVersion: null },
    ...(await chooseDesigns(trx, owner.issuerId, input)),
    ...{ imageCid: image.cid, createdAt: now },
  });
  return id;
}

/** The uploaded picture, or one drawn from the design. */
async function storePicture(
  deps: Pick<BadgeDeps, 'db' | 'clock' | 'images' | 'drawer'>,
  who: Caller,
  { image, designJson }: OperationBody<typeof operation>,
  readOnce: ReadDesign,
): Promise<StoredImage> {
  if (image !== undefined) return storeImage(deps, 'image', image);
  if (designJson !== undefined) return renderDesign(deps, who.accountId, designJson, readOnce);
  throw invalid('image', missingPictureMessage);
}

function assertVerified(issuer: BadgeIssuer | undefined): void {
  if (!issuer) throw new Problem('issuer_not_found');
  if (!issuer.verified) throw new Problem('issuer_not_verified');
}
