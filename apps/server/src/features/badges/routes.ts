import * as contract from '@insignia/contract';
import type { z } from 'zod';
import type { Caller } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Scope } from '../../platform/http/index.ts';
import { imageFaults } from '../../platform/images/index.ts';
import { createBadge } from './create.ts';
import { deleteBadge } from './delete.ts';
import type { BadgeDeps } from './deps.ts';
import { etagOfBadge } from './etag.ts';
import { type BadgeRow, type BadgeWithDesign, badgeById, badgesPage } from './store.ts';
import { updateBadge } from './update.ts';

const pictureFaults = ({ image }: { image?: unknown }) => imageFaults('image', image);

export function registerBadges({ route }: Scope, deps: BadgeDeps): void {
  const { db, urls, cursors } = deps;

  const item = (row: BadgeRow): z.input<typeof contract.badge> => ({
    id: urls.badge(row.id),
    name: row.name,
    description: row.description,
    criteria: { narrative: row.criteria },
    image: urls.image(row.imageCid),
    issuer: urls.issuer(row.issuerId),
    timestamp: row.createdAt.toISOString(),
  });
  const find = async (who: Caller, id: string | undefined): Promise<BadgeWithDesign> => {
    const badge = id && (await badgeById(db, who.accountId, id));
    if (!badge) throw new Problem('badge_not_found');
    return badge;
  };
  const shareText = (badge: BadgeRow) => ({
    shareText: badge.shareText ?? contract.defaultShareText,
  });

  route(
    contract.createBadge,
    async ({ body, who }) => ({ badgeId: urls.badge(await createBadge(deps, who, body)) }),
    { faults: pictureFaults },
  );

  route(contract.listBadges, async ({ query, who, reply }) => {
    if (query.badgeId !== undefined) {
      const badge = await find(who, readId(query.badgeId));
      return { ...item(badge), ...(query.includeShareText === 'true' ? shareText(badge) : {}) };
    }
    const { limit, lastEvaluatedKey: token } = query;
    const last = token === undefined ? undefined : cursors.read('badges', who.accountId, token);
    const rows = await badgesPage(db, who.accountId, last, limit && limit + 1);
    const shown = rows.slice(0, limit);
    const end = shown.at(-1);
    if (limit && end && rows.length > limit) {
      const next = cursors.make('badges', who.accountId, end.id);
      reply.header(
        'link',
        `<${urls.base}${contract.listBadges.path}?limit=${limit}&lastEvaluatedKey=${next}>; rel="next"`,
      );
    }
    return shown.map(item);
  });

  route(contract.getBadge, async ({ params, who }) => {
    const badge = await find(who, params.badgeId);
    const answer = {
      ...item(badge),
      ...shareText(badge),
      ...(badge.designJson === null ? {} : { designJson: badge.designJson }),
    };
    return { answer, etag: etagOfBadge(badge) };
  });

  route(
    contract.updateBadge,
    async ({ params: { badgeId }, body, who, assertMatches }) => {
      const etag = await updateBadge(deps, who, badgeId, body, assertMatches);
      return { answer: { badgeId: urls.badge(badgeId), updated: true as const }, etag };
    },
    { faults: pictureFaults },
  );

  route(contract.updateShareText, async ({ params: { badgeId }, body, who, assertMatches }) => {
    const change = { shareText: body.text };
    const etag = await updateBadge(deps, who, badgeId, change, assertMatches);
    return { answer: { badgeId: urls.badge(badgeId) }, etag };
  });

  route(contract.deleteBadge, async ({ params, who }) => {
    await deleteBadge(deps, who, params.badgeId);
    return 'badge deleted';
  });
}
