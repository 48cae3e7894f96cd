import type { BadgeDetails, CredentialDetails } from '@insignia/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { type StoredBrand, selectBrand, selectVisibleLogo } from '../issuers/sql.ts';

/** Brand of an issuer's credentials. */
export type Brand = StoredBrand;

export type PublishedCredential = {
  id: string;
  accountId: string;
  recipientName: string;
  issuedOn: Date;
  expires: Date | null;
  revokedAt: Date | null;
  revocationReason: string | null;
  badgeId: string;
  badgeName: string;
  description: string;
  criteria: string;
  imageCid: string;
  details: BadgeDetails | null;
  /** Details of the credential. */
  credentialDetails: CredentialDetails | null;
  /** At 512 and 128 pixels if larger. */
  image512: string | null;
  image128: string | null;
  shareText: string | null;
  issuerId: string;
  issuerName: string;
  issuerUrl: string;
  issuerVerified: boolean;
  logoCid: string | null;
  logo128: string | null;
  /** At 512 pixels if larger. */
  wideLogoCid: string | null;
  linkedinOrganizationId: string | null;
  brand: StoredBrand;
};

/** A credential with badge and issuer, for people. */
export async function findPublishedCredential(
  db: Database,
  id: string,
): Promise<PublishedCredential | undefined> {
  const { rows } = await sql<PublishedCredential>`
    select c.id, c.account_id as "accountId", c.recipient_name as "recipientName", c.issued_on as "issuedOn", c.expires, c.revoked_at as "revokedAt",
      c.revocation_reason as "revocationReason", b.id as "badgeId", b.name as "badgeName", b.description, b.criteria,
      b.image_cid as "imageCid", b.details, c.details as "credentialDetails", b.share_text as "shareText", i.id as "issuerId", i.name as "issuerName", i.url as "issuerUrl",
      i.verified_at is not null as "issuerVerified", ${selectVisibleLogo('i.logo_cid')} as "logoCid", i.linkedin_organization_id as "linkedinOrganizationId",
      (select sized_cid from image_sizes where cid = b.image_cid and side = 512) as "image512",
      (select sized_cid from image_sizes where cid = b.image_cid and side = 128) as "image128",
      ${selectVisibleLogo('i.logo_cid', 128)} as "logo128",
      ${selectVisibleLogo('i.logo_cid', 512)} as "wideLogoCid",
      ${selectBrand('i.id')} as brand
    from credentials c join badges b on b.id = c.badge_id join issuers i on i.id = b.issuer_id
    where c.id = ${id} and ${isNotLeaving('c.account_id')}`.execute(db);
  return rows[0];
}

/** Ids whose credential was erased, or is about to be with its account. */
export async function findErasedCredentials(
  db: Database,
  ids: string[],
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from erased_credentials where id = any(${ids}::uuid[])
    union select id from credentials where id = any(${ids}::uuid[]) and not ${isNotLeaving('account_id')}`.execute(
    db,
  );
  return rows;
}
