import * as contract from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Scope } from '../../platform/http/index.ts';
import { findBackgroundErrors, findImageErrors } from '../../platform/images/index.ts';
import { createBadge } from './create.ts';
import { deleteBadge } from './delete.ts';
import type { BadgeDeps } from './deps.ts';
import { missingPictureMessage } from './design-rules.ts';
import { addDesignPicture } from './pictures.ts';
import { computeBadgeEtag, toBadgeDetail, toBadgeItem, toShareText } from './reply.ts';
import { type BadgeWithDesign, badgesPage, countUnrevokedForBadge, findBadge } from './store.ts';
import { createTemplateLister } from './templates.ts';
import { updateBadge } from './update.ts';

const findPictureErrors = ({ image }: { image?: unknown }) => findImageErrors('image', image);
const findNewPictureErrors = (fields: { image?: unknown; designJson?: unknown }) =>
  fields.image === undefined && fields.designJson === undefined
    ? [{ path: 'image', message: missingPictureMessage }]
    : findPictureErrors(fields);

export function registerBadges({ implement }: Scope, deps: BadgeDeps) {
  const { db, urls, cursors } = deps;
  const templates = createTemplateLister(deps);

  const find = async (who: Caller, id: string | undefined): Promise<BadgeWithDesign> => {
    const badge = id && (await findBadge(db, who.accountId, id));
    if (!badge) throw new Problem('badge_not_found');
    return badge;
  };

  return implement(
    { ...contract.badgeOperations, ...contract.designOperations },
    {
      createBadge: {
        handle: ({ body, who, once }) => createBadge(deps, who, body, once),
        findErrors: findNewPictureErrors,
      },

      listBadges: async ({ query, who, reply }) => {
        if (query.badgeId !== undefined) {
          const badge = await find(who, readId(query.badgeId));
          const shareText = query.includeShareText === 'true' ? toShareText(badge) : {};
          return { ...toBadgeItem(urls, badge), ...shareText };
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
        return shown.map((row) => toBadgeItem(urls, row));
      },

      getBadge: async ({ params, who }) => {
        const badge = await find(who, params.badgeId);
        return { answer: toBadgeDetail(urls, badge), etag: computeBadgeEtag(urls, badge) };
      },

      updateBadge: {
        handle: async ({ params: { badgeId }, body, who, assertMatches }) => {
          const { etag, jobId } = await updateBadge(deps, who, badgeId, body, assertMatches);
          const answer = { badgeId: urls.badge(badgeId), updated: true as const };
          return { answer: { ...answer, ...(jobId ? { jobId } : {}) }, etag };
        },
        findErrors: findPictureErrors,
      },

      countBadgeIssued: async ({ params, who }) => {
        const badge = await find(who, params.badgeId);
        const issued = await countUnrevokedForBadge(db, badge.id, contract.MAX_COUNTED_AWARDS + 1);
        return {
          count: Math.min(issued, contract.MAX_COUNTED_AWARDS),
          isMore: issued > contract.MAX_COUNTED_AWARDS,
        };
      },

      updateShareText: async ({ params: { badgeId }, body, who, assertMatches }) => {
        const change = { shareText: body.text };
        const { etag } = await updateBadge(deps, who, badgeId, change, assertMatches);
        return { answer: { badgeId: urls.badge(badgeId) }, etag };
      },

      listDesignTemplates: async ({ query, who }) => ({
        items: await templates(who, query),
      }),

      addDesignPicture: {
        handle: async ({ body, who }) => {
          const { cid, image } = await addDesignPicture(deps, who, body);
          return { picture: cid, image: urls.image(cid), width: image.width, height: image.height };
        },
        findErrors: ({ image, use }) =>
          use === 'background'
            ? findBackgroundErrors('image', image)
            : findPictureErrors({ image }),
      },

      deleteBadge: async ({ params, who }) => {
        await deleteBadge(deps, who, params.badgeId);
        return 'badge deleted';
      },
    },
  );
}
