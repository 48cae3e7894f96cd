import type { getIssuer, PayloadOf } from '@insignia/contract';
import type { Urls } from '../../kernel/urls.ts';
import { etagOf } from '../../platform/etag.ts';
import type { IssuerRow } from './store.ts';

export function replyOf(urls: Urls, row: IssuerRow): PayloadOf<typeof getIssuer> {
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

export const etagOfIssuer = (urls: Urls, row: IssuerRow): string => etagOf(replyOf(urls, row));
