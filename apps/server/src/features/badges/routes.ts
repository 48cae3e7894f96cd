import * as contract from '@insignia/contract';
import { z } from 'zod';
import type { Caller } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Router } from '../../platform/http/index.ts';
import { imageFaults } from '../../platform/images/index.ts';
import { createBadge } from './create.ts';
import { deleteBadge } from './delete.ts';
import type { BadgeDeps } from './deps.ts';
import { type BadgeRow, type BadgeWithDesign, badgeById, badgesPage } from './store.ts';
import { updateBadge } from './update.ts';

const byId = z.object({ badgeId: contract.idOrUrl });
const badgeId = z.object({ badgeId: z.string() });

function readBadgeId(text: string): string {
  const id = readId(text);
  if (!id) throw new Problem('badge_not_found');
  return id;
}

const pictureFaults = ({ image }: { image?: unknown }) => imageFaults('image', image);

export function badgeRoutes(route: Router, deps: BadgeDeps): void {
  const { db, urls, pages } = deps;

  const item = (row: BadgeRow): z.input<typeof contract.badge> => ({
    id: urls.badge(row.id),
    name: row.name,
    description: row.description,
    criteria: { narrative: row.criteria },
    image: urls.image(row.imageCid),
    issuer: urls.issuer(row.issuerId),
    timestamp: row.createdAt.toISOString(),
  });
  const find = async (who: Caller, text: string): Promise<BadgeWithDesign> => {
    const badge = await badgeById(db, who.accountId, readBadgeId(text));
    if (!badge) throw new Problem('badge_not_found');
    return badge;
  };
  const shareText = (badge: BadgeRow) => ({
    shareText: badge.shareText ?? contract.defaultShareText,
  });

  route(
    'createBadge',
    {
      body: contract.createBadge,
      faults: pictureFaults,
      reply: badgeId,
      errors: ['issuer_not_found', 'issuer_not_verified', 'storage_full', 'busy'],
    },
    async ({ body, who }) => ({ badgeId: urls.badge(await createBadge(deps, who, body)) }),
  );

  route(
    'listBadges',
    {
      query: contract.listBadges,
      reply: z.union([z.array(contract.badge), contract.badge]),
      errors: ['badge_not_found', 'invalid_page_token'],
    },
    async ({ query, who, reply }) => {
      if (query.badgeId !== undefined) {
        const badge = await find(who, query.badgeId);
        return { ...item(badge), ...(query.includeShareText === 'true' ? shareText(badge) : {}) };
      }
      const { limit, lastEvaluatedKey: token } = query;
      const last = token === undefined ? undefined : pages.read('badges', who.accountId, token);
      const rows = await badgesPage(db, who.accountId, last, limit && limit + 1);
      const shown = rows.slice(0, limit);
      const end = shown.at(-1);
      if (limit && end && rows.length > limit) {
        const next = pages.make('badges', who.accountId, end.id);
        reply.header(
          'link',
          `<${urls.base}/badges?limit=${limit}&lastEvaluatedKey=${next}>; rel="next"`,
        );
      }
      return shown.map(item);
    },
  );

  route(
    'getBadge',
    { params: byId, reply: contract.badge, errors: ['badge_not_found'] },
    async ({ params, who }) => {
      const badge = await find(who, params.badgeId);
      return {
        ...item(badge),
        ...shareText(badge),
        ...(badge.designJson === null ? {} : { designJson: badge.designJson }),
      };
    },
  );

  route(
    'updateBadge',
    {
      params: byId,
      body: contract.updateBadge,
      faults: pictureFaults,
      reply: badgeId.extend({ updated: z.literal(true) }),
      errors: ['badge_not_found', 'storage_full', 'busy'],
    },
    async ({ params, body: { badgeId: repeated, ...change }, who }) => {
      const id = readBadgeId(params.badgeId);
      if (repeated !== undefined && readId(repeated) !== id)
        throw invalid('badgeId', 'differs from the path');
      await updateBadge(deps, who, id, change);
      return { badgeId: urls.badge(id), updated: true } as const;
    },
  );

  route(
    'updateShareText',
    { params: byId, body: contract.updateShareText, reply: badgeId, errors: ['badge_not_found'] },
    async ({ params, body, who }) => {
      const id = readBadgeId(params.badgeId);
      await updateBadge(deps, who, id, { shareText: body.text });
      return { badgeId: urls.badge(id) };
    },
  );

  route(
    'deleteBadge',
    { params: byId, reply: z.string(), errors: ['badge_not_found', 'badge_has_credentials'] },
    async ({ params, who }) => {
      await deleteBadge(deps, who, readBadgeId(params.badgeId));
      return 'badge deleted';
    },
  );
}
