import type { BadgeDetails, CredentialDetails } from '@insignia/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { edition, joinEdition } from '../editions/sql.ts';
import { type StoredBrand, selectVisibleLogo } from '../issuers/sql.ts';
import { shortCodeColumn } from '../short-codes/sql.ts';

/** Brand of an issuer's credentials. */
export type Brand = StoredBrand;

export type PublishedCredential = {
  id: string;
  accountId: string;
  /** Null until someone first sees the code. */
  shortCode: string | null;
  recipientName: string;
  issuedOn: Date;
  expires: Date | null;
  revokedAt: Date | null;
  revocationReason: string | null;
  correctedAt: Date | null;
  badgeId: string;
  badgeName: string;
  description: string;
  criteria: string;
  imageCid: string;
  details: BadgeDetails | null;
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
  /** The badge's design of certificates, before the brand's. */
  certificateId: string | null;
  certificateVersion: number | null;
  /** The same for share cards. */
  cardId: string | null;
  cardVersion: number | null;
  brand: StoredBrand;
};

const selectPublished = sql`
  select c.id, c.account_id as "accountId", ${shortCodeColumn} as "shortCode", c.recipient_name as "recipientName", c.issued_on as "issuedOn", c.expires, c.revoked_at as "revokedAt",
  c.revocation_reason as "revocationReason", c.corrected_at as "correctedAt", b.id as "badgeId", ${edition.badgeName} as "badgeName",
  ${edition.description} as description, ${edition.criteria} as criteria,
  ${edition.imageCid} as "imageCid", ${edition.details} as details, c.details as "credentialDetails", b.share_text as "shareText", i.id as "issuerId",
  ${edition.issuerName} as "issuerName", ${edition.issuerUrl} as "issuerUrl",
  i.verified_at is not null as "issuerVerified", ${selectVisibleLogo(edition.logoCid)} as "logoCid", i.linkedin_organization_id as "linkedinOrganizationId",
  (select sized_cid from image_sizes where cid = ${edition.imageCid} and side = 512) as "image512",
  (select sized_cid from image_sizes where cid = ${edition.imageCid} and side = 128) as "image128",
  ${selectVisibleLogo(edition.logoCid, 128)} as "logo128",
  ${selectVisibleLogo(edition.logoCid, 512)} as "wideLogoCid",
  ${edition.certificateId} as "certificateId", ${edition.certificateVersion} as "certificateVersion",
  ${edition.cardId} as "cardId", ${edition.cardVersion} as "cardVersion",
  ${edition.brand} as brand
  from credentials c ${joinEdition}`;

/** A credential with its edition of badge and issuer, for people. */
export async function findPublishedCredential(
  db: Database,
  id: string,
): Promise<PublishedCredential | undefined> {
  const { rows } = await sql<PublishedCredential>`${selectPublished}
    where c.id = ${id} and ${isNotLeaving('c.account_id')}`.execute(db);
  return rows[0];
}

/** Like `findPublishedCredential`, for several credentials in any order. */
export async function findPublishedCredentials(
  db: Database,
  ids: readonly string[],
): Promise<PublishedCredential[]> {
  const { rows } = await sql<PublishedCredential>`${selectPublished}
    where c.id = any(${[...ids]}::uuid[]) and ${isNotLeaving('c.account_id')}`.execute(db);
  return rows;
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
