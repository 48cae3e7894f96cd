import type { getIssuer, OperationPayload } from '@insignia/contract';
import type { Urls } from '../../kernel/urls.ts';
import { computeEtag } from '../../platform/http/etag.ts';
import type { IssuerRow } from './store.ts';

export function toIssuerReply(urls: Urls, row: IssuerRow): OperationPayload<typeof getIssuer> {
  return {
    id: urls.issuer(row.id),
    name: row.name,
    url: row.url,
    email: row.email,
    verified: row.verifiedAt !== null,
    timestamp: row.createdAt.getTime(),
    ...(row.logoCid ? { logo: urls.image(row.logoCid) } : {}),
    ...(row.linkedinOrganizationId ? { linkedinOrganizationId: row.linkedinOrganizationId } : {}),
  };
}

export const computeIssuerEtag = (urls: Urls, row: IssuerRow): string =>
  computeEtag(toIssuerReply(urls, row));
