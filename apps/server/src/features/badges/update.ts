import { type BodyOf, mostDesignPictures, type updateBadge as operation } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { AssertMatches } from '../../platform/http/index.ts';
import { keepImage, type StoredImage, storeImage } from '../../platform/images/index.ts';
import { recordAct } from '../audit/index.ts';
import type { BadgeDeps } from './deps.ts';
import {
  designReader,
  isDesign,
  isToBeDrawn,
  picturesIn,
  type ReadDesign,
} from './design-rules.ts';
import { drawDesign } from './draw.ts';
import { addPictures, keepPictures } from './pictures-store.ts';
import { etagOfBadge } from './reply.ts';
import { detailsWith } from './rules.ts';
import { type BadgeWithDesign, badgeById, badgeLocked, updateBadgeRow } from './store.ts';

type Change = Omit<BodyOf<typeof operation>, 'badgeId'> & { shareText?: string };

const mostTries = 3;

/** Changes only the given fields. Returns the new ETag. */
export async function updateBadge(
  deps: BadgeDeps,
  who: Caller,
  id: string,
  change: Change,
  assertMatches: AssertMatches,
): Promise<string> {
  const readOnce = designReader();
  for (let tries = 0; tries < mostTries; tries++) {
    const etag = await tryUpdate(deps, who, id, change, assertMatches, readOnce);
    if (etag === undefined) continue;
    await deps.changed(id);
    return etag;
  }
  throw new Problem('busy', { retryAfterSeconds: 1 });
}

/** Undefined if the design changed while its picture was drawn. */
async function tryUpdate(
  deps: BadgeDeps,
  who: Caller,
  id: string,
  change: Change,
  assertMatches: AssertMatches,
  readOnce: ReadDesign,
): Promise<string | undefined> {
  const { db, clock, urls } = deps;
  const before = await badgeById(db, who.accountId, id);
  if (!before) throw new Problem('badge_not_found');
  assertMatches(etagOfBadge(urls, before));
  const image = await newPicture(deps, before, change, readOnce);
  return db.transaction().execute(async (trx) => {
    const badge = await badgeLocked(trx, who.accountId, id);
    if (!badge) throw new Problem('badge_not_found');
    assertMatches(etagOfBadge(urls, badge));
    if (!image && lacksPicture(change, badge, readOnce)) return undefined;
    if (image) await keepImage(trx, image, clock());
    const after = apply(badge, change, image?.cid);
    if (change.designJson !== undefined)
      await exchangePictures(trx, badge, after, clock(), readOnce);
    await updateBadgeRow(trx, after);
    const action = change.shareText === undefined ? 'updateBadge' : 'updateShareText';
    await recordAct(trx, who, { action, target: id, fields: change }, clock());
    return etagOfBadge(urls, after);
  });
}

/** Undo in the designer may restore removed pictures and the initial one, so they are kept. */
async function exchangePictures(
  trx: Trx,
  { id, accountId, designJson, imageCid }: BadgeWithDesign,
  after: BadgeWithDesign,
  now: Date,
  readOnce: ReadDesign,
): Promise<void> {
  const letGo = await keepPictures(
    trx,
    accountId,
    id,
    picturesIn(after.designJson ?? '', readOnce),
  );
  const begins = !isDesign(designJson, readOnce) && isDesign(after.designJson, readOnce);
  if (begins && imageCid !== after.imageCid) letGo.push(imageCid);
  await addPictures(trx, accountId, letGo, mostDesignPictures, now);
}

const lacksPicture = (
  { designJson }: Change,
  { designJson: now }: BadgeWithDesign,
  readOnce: ReadDesign,
): boolean => designJson !== undefined && isToBeDrawn(designJson, now, readOnce);

async function newPicture(
  deps: BadgeDeps,
  before: BadgeWithDesign,
  { image, designJson }: Change,
  readOnce: ReadDesign,
): Promise<StoredImage | undefined> {
  if (image !== undefined) return storeImage(deps, 'image', image);
  if (designJson === undefined || !lacksPicture({ designJson }, before, readOnce)) return undefined;
  return drawDesign(deps, before.accountId, designJson, readOnce);
}

function apply(badge: BadgeWithDesign, change: Change, imageCid = badge.imageCid): BadgeWithDesign {
  return {
    ...badge,
    imageCid,
    name: change.name ?? badge.name,
    description: change.description ?? badge.description,
    criteria: change.criteria ?? badge.criteria,
    shareText: change.shareText ?? badge.shareText,
    designJson: change.designJson ?? badge.designJson,
    details: detailsWith(badge.details, change),
  };
}
