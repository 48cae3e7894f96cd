import * as contract from '@insignia/contract';
import type { z } from 'zod';
import type { Urls } from '../../kernel/urls.ts';
import { computeEtag } from '../../platform/http/etag.ts';
import type { BadgeRow, BadgeWithDesign } from './store.ts';

type Item = z.input<typeof contract.badge>;
type Detail = contract.OperationPayload<typeof contract.getBadge>;

export function toBadgeItem(urls: Urls, row: BadgeRow): Item {
  return {
    id: urls.badge(row.id),
    name: row.name,
    description: row.description,
    criteria: { narrative: row.criteria },
    image: urls.image(row.imageCid),
    issuer: urls.issuer(row.issuerId),
    timestamp: row.createdAt.toISOString(),
    ...(row.certificateId && { certificateId: row.certificateId }),
    ...(row.cardId && { cardId: row.cardId }),
    ...(row.details && formatBadgeDetails(row.details)),
  };
}

/** Fixed member order, because the ETag is computed from it. */
function formatBadgeDetails(details: contract.BadgeDetails) {
  const { tags, alignment, achievementType, language, validFor, attributes } = details;
  const { certificateText, hours, credits } = details;
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
    ...(certificateText && { certificateText }),
    ...(hours && { hours }),
    ...(credits && { credits }),
  };
}

export const toShareText = ({ shareText }: BadgeRow) => ({
  shareText: shareText ?? contract.defaultShareText,
});

export function toBadgeDetail(urls: Urls, row: BadgeWithDesign): Detail {
  return {
    ...toBadgeItem(urls, row),
    ...toShareText(row),
    ...(row.designJson === null ? {} : { designJson: row.designJson }),
  };
}

export const computeBadgeEtag = (urls: Urls, row: BadgeWithDesign): string =>
  computeEtag(toBadgeDetail(urls, row));
