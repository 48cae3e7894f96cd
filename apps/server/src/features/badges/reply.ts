import * as contract from '@insignia/contract';
import type { z } from 'zod';
import type { Urls } from '../../kernel/urls.ts';
import { etagOf } from '../../platform/etag.ts';
import type { BadgeRow, BadgeWithDesign } from './store.ts';

type Item = z.input<typeof contract.badge>;
type Detail = contract.PayloadOf<typeof contract.getBadge>;

export function itemOf(urls: Urls, row: BadgeRow): Item {
  return {
    id: urls.badge(row.id),
    name: row.name,
    description: row.description,
    criteria: { narrative: row.criteria },
    image: urls.image(row.imageCid),
    issuer: urls.issuer(row.issuerId),
    timestamp: row.createdAt.toISOString(),
    ...(row.details && shownOf(row.details)),
  };
}

/** Fixed member order, because the ETag is computed from it. */
function shownOf(details: contract.BadgeDetails) {
  const { tags, alignment, achievementType, language, validFor, attributes } = details;
  return {
    ...(tags && { tags }),
    ...(alignment && {
      alignment: alignment.map(
        ({ targetName, targetUrl, targetDescription, targetFramework, targetCode }) => ({
          ...{ targetName, targetUrl },
          ...(targetDescription && { targetDescription }),
          ...(targetFramework && { targetFramework }),
          ...(targetCode && { targetCode }),
        }),
      ),
    }),
    ...(achievementType && { achievementType }),
    ...(language && { language }),
    ...(validFor && { validFor }),
    ...(attributes && {
      attributes: attributes.map(({ name, type, resultType }) => ({
        ...{ name, type },
        ...(resultType && { resultType }),
      })),
    }),
  };
}

export const shareTextOf = ({ shareText }: BadgeRow) => ({
  shareText: shareText ?? contract.defaultShareText,
});

export function detailOf(urls: Urls, row: BadgeWithDesign): Detail {
  return {
    ...itemOf(urls, row),
    ...shareTextOf(row),
    ...(row.designJson === null ? {} : { designJson: row.designJson }),
  };
}

export const etagOfBadge = (urls: Urls, row: BadgeWithDesign): string =>
  etagOf(detailOf(urls, row));
