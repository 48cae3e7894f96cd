import {
  MAX_DESIGN_PICTURES,
  type OperationBody,
  type updateBadge as operation,
} from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { AssertMatches } from '../../platform/http/index.ts';
import { type StoredImage, saveImage, storeImage } from '../../platform/images/index.ts';
import { recordAction } from '../audit/index.ts';
import type { BadgeDeps } from './deps.ts';
import {
  designReader,
  isDesign,
  isRenderNeeded,
  listDesignPictures,
  type ReadDesign,
} from './design-rules.ts';
import { renderDesign, replaceBadgePictures, saveDesignPictures } from './pictures.ts';
import { computeBadgeEtag } from './reply.ts';
import { applyDetailsChange } from './rules.ts';
import { type BadgeWithDesign, findBadge, lockBadge, updateBadgeRow } from './store.ts';

type Change = Omit<OperationBody<typeof operation>, 'badgeId'> & { shareText?: string };

const MAX_UPDATE_ATTEMPTS = 3;

type UpdateDeps = Pick<BadgeDeps, 'db' | 'clock' | 'urls' | 'images' | 'drawer' | 'updateIssued'> &
  Pick<BadgeDeps, 'chooseDesigns'>;

type BadgeUpdate = { etag: string; jobId: string | undefined };

/** Changes only the given fields. Returns the new ETag, and the job that updates credentials. */
export async function updateBadge(
  deps: UpdateDeps & Pick<BadgeDeps, 'invalidateBadge'>,
  who: Caller,
  id: string,
  change: Change,
  assertMatches: AssertMatches,
): Promise<BadgeUpdate> {
  const readOnce = designReader();
  for (let tries = 0; tries < MAX_UPDATE_ATTEMPTS; tries++) {
    const updated = await tryUpdate(deps, who, id, change, assertMatches, readOnce);
    if (updated === undefined) continue;
    await deps.invalidateBadge(id);
    return updated;
  }
  throw new Problem('busy', { retryAfterSeconds: 1 });
}

/** Undefined if the design changed while its picture was drawn. */
async function tryUpdate(
  deps: UpdateDeps,
  who: Caller,
  id: string,
  change: Change,
  assertMatches: AssertMatches,
  readOnce: ReadDesign,
): Promise<BadgeUpdate | undefined> {
  const { db, clock, urls } = deps;
  const before = await findBadge(db, who.accountId, id);
  if (!before) throw new Problem('badge_not_found');
  assertMatches(computeBadgeEtag(urls, before));
  const image = await storeNewPicture(deps, before, change, readOnce);
  const startJob = async (trx: Trx): Promise<string | undefined> =>
    change.applyToIssued ? deps.updateIssued(trx, who, { badgeId: id }, clock()) : undefined;
  return db.write(async (trx) => {
    // Before the badge, as changing a design does.
    const designs = await deps.chooseDesigns(trx, before.issuerId, change);
    const badge = await lockBadge(trx, who.accountId, id);
    if (!badge) throw new Problem('badge_not_found');
    assertMatches(computeBadgeEtag(urls, badge));
    if (!image && isPictureMissing(change, badge, readOnce)) return undefined;
    if (image) await saveImage(trx, image, clock());
    const after = { ...applyChange(badge, change, image?.cid), ...designs };
    if (change.designJson !== undefined) await updatePictures(trx, badge, after, clock(), readOnce);
    await updateBadgeRow(trx, after);
    const action = change.shareText === undefined ? 'updateBadge' : 'updateShareText';
    await recordAction(trx, who, { action, target: id, fields: change }, clock());
    return { etag: computeBadgeEtag(urls, after), jobId: await startJob(trx) };
  });
}

/** Undo in the designer may restore removed pictures and the initial one, so they are kept. */
async function updatePictures(
  trx: Trx,
  { id, accountId, designJson, imageCid }: BadgeWithDesign,
  after: BadgeWithDesign,
  now: Date,
  readOnce: ReadDesign,
): Promise<void> {
  const letGo = await replaceBadgePictures(
    trx,
    accountId,
    id,
    listDesignPictures(after.designJson ?? '', readOnce),
  );
  const begins = !isDesign(designJson, readOnce) && isDesign(after.designJson, readOnce);
  if (begins && imageCid !== after.imageCid) letGo.push(imageCid);
  await saveDesignPictures(trx, accountId, letGo, MAX_DESIGN_PICTURES, now);
}

const isPictureMissing = (
  { designJson }: Change,
  { designJson: now }: BadgeWithDesign,
  readOnce: ReadDesign,
): boolean => designJson !== undefined && isRenderNeeded(designJson, now, readOnce);

async function storeNewPicture(
  deps: Pick<BadgeDeps, 'db' | 'clock' | 'images' | 'drawer'>,
  before: BadgeWithDesign,
  { image, designJson }: Change,
  readOnce: ReadDesign,
): Promise<StoredImage | undefined> {
  if (image !== undefined) return storeImage(deps, 'image', image);
  if (designJson === undefined || !isPictureMissing({ designJson }, before, readOnce))
    return undefined;
  return renderDesign(deps, before.accountId, designJson, readOnce);
}

function applyChange(
  badge: BadgeWithDesign,
  change: Change,
  imageCid = badge.imageCid,
): BadgeWithDesign {
  return {
    ...badge,
    imageCid,
    name: change.name ?? badge.name,
    description: change.description ?? badge.description,
    criteria: change.criteria ?? badge.criteria,
    shareText: change.shareText ?? badge.shareText,
    designJson: change.designJson ?? badge.designJson,
    details: applyDetailsChange(badge.details, change),
  };
}
