import type { BadgeDetails, CredentialDetails } from '@insignia/contract';
import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import { type ImageReference, isReferred } from '../../platform/images/sql.ts';
import { isNotLeaving } from '../accounts/sql.ts';

export type PublicCredential = {
  id: string;
  accountId: string;
  badgeId: string;
  recipientEmail: string;
  issuedOn: Date;
  expires: Date | null;
  revokedAt: Date | null;
  revocationReason: string | null;
  details: CredentialDetails | null;
};

const credentialStatement = `select id, account_id as "accountId", badge_id as "badgeId", recipient_email as "recipientEmail", issued_on as "issuedOn", expires,
  revoked_at as "revokedAt", revocation_reason as "revocationReason", details from credentials
  where id = any($1::uuid[]) and account_id not in (select id from leaving_accounts)`;

export async function findPublicCredentials(
  db: Database,
  ids: string[],
): Promise<PublicCredential[]> {
  const { rows } = await db
    .getExecutor()
    .executeQuery<PublicCredential>(CompiledQuery.raw(credentialStatement, [ids]));
  return rows;
}

export type PublicBadge = {
  id: string;
  accountId: string;
  issuerId: string;
  name: string;
  description: string;
  criteria: string;
  imageCid: string;
  details: BadgeDetails | null;
};

/** Includes deleted badges needed by a revoked credential. */
export async function findPublicBadge(db: Database, id: string): Promise<PublicBadge | undefined> {
  const { rows } = await sql<PublicBadge>`
    select id, account_id as "accountId", issuer_id as "issuerId", name, description, criteria, image_cid as "imageCid", details
    from badges where id = ${id} and ${isNotLeaving('account_id')}`.execute(db);
  return rows[0];
}

export type PublicIssuer = {
  id: string;
  accountId: string;
  name: string;
  url: string;
  email: string;
  logoCid: string | null;
};

export async function findPublicIssuer(
  db: Database,
  id: string,
): Promise<PublicIssuer | undefined> {
  const { rows } = await sql<PublicIssuer>`
    select id, account_id as "accountId", name, url, email, logo_cid as "logoCid" from issuers
    where id = ${id} and ${isNotLeaving('account_id')}`.execute(db);
  return rows[0];
}

/**
 * Finds a picture that something refers to. One that nothing refers to is not found, although its
 * bytes stay for a day.
 */
export async function findShownImage(
  db: Database,
  references: readonly ImageReference[],
  cid: string,
): Promise<{ mediaType: string } | undefined> {
  const { rows } = await sql<{ mediaType: string }>`
    select media_type as "mediaType" from images i where cid = ${cid} and (${isReferred(references, 'i.cid')}
      or (select true from image_sizes s where s.sized_cid = i.cid and (${isReferred(references, 's.cid')}) limit 1))`.execute(
    db,
  );
  return rows[0];
}

/** The newest valid credential, to check as an outsider would. Undefined if there is none. */
export async function findLatestValidCredential(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from credentials where revoked_at is null and ${isNotLeaving('account_id')} order by id desc limit 1`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Ids of the first and last issued credentials with their badges and issuers. */
export async function pickDocumentIds(
  db: Database,
  limit: number,
): Promise<{ credentialId: string; badgeId: string; issuerId: string }[]> {
  const { rows } = await sql<{ credentialId: string; badgeId: string; issuerId: string }>`
    select c.id as "credentialId", b.id as "badgeId", b.issuer_id as "issuerId"
    from ((select id, badge_id, account_id from credentials order by id limit ${limit})
      union (select id, badge_id, account_id from credentials order by id desc limit ${limit})) c
    join badges b on b.id = c.badge_id
    where ${isNotLeaving('c.account_id')} order by c.id`.execute(db);
  return rows;
}
