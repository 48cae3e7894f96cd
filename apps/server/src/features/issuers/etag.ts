import { etagOf } from '../../platform/etag.ts';
import type { IssuerRow } from './store.ts';

/** Of all that a reader sees of it. */
export function etagOfIssuer(issuer: IssuerRow): string {
  const { name, url, email, logoCid, linkedinOrganizationId, verifiedAt } = issuer;
  return etagOf([name, url, email, logoCid, linkedinOrganizationId, verifiedAt !== null]);
}
