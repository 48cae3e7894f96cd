import type { BodyOf, updateBadge as operation } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { keepImage, storeImage } from '../../platform/images/index.ts';
import { recordAct } from '../audit/index.ts';
import type { BadgeDeps } from './deps.ts';
import { badgeById, badgeLocked, updateBadgeRow } from './store.ts';

type Change = Omit<BodyOf<typeof operation>, 'badgeId'> & { shareText?: string };

/** Only supplied fields change. */
export async function updateBadge(
  deps: BadgeDeps,
  who: Caller,
  id: string,
  change: Change,
): Promise<void> {
  const { db, clock, changed } = deps;
  if (!(await badgeById(db, who.accountId, id))) throw new Problem('badge_not_found');
  const image =
    change.image === undefined ? undefined : await storeImage(deps, 'image', change.image);
  await db.transaction().execute(async (trx) => {
    const badge = await badgeLocked(trx, who.accountId, id);
    if (!badge) throw new Problem('badge_not_found');
    if (image) await keepImage(trx, image, clock());
    await updateBadgeRow(trx, {
      ...badge,
      name: change.name ?? badge.name,
      description: change.description ?? badge.description,
      criteria: change.criteria ?? badge.criteria,
      imageCid: image?.cid ?? badge.imageCid,
      shareText: change.shareText ?? badge.shareText,
      designJson: change.designJson ?? badge.designJson,
    });
    const action = change.shareText === undefined ? 'updateBadge' : 'updateShareText';
    await recordAct(trx, who, { action, target: id, fields: change }, clock());
  });
  await changed(id);
}
