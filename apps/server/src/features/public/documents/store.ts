import type { BadgeDetails, CredentialDetails } from '@insignia/contract';
import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../../../platform/db/index.ts';
import { isNotLeaving } from '../../accounts/sql.ts';

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
  const { rows } = await db.executeQuery<PublicCredential>(
    CompiledQuery.raw(credentialStatement, [ids]),
  );
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

export async function findKnownImage(
  db: Database,
  cid: string,
): Promise<{ mediaType: string } | undefined> {
  const { rows } = await sql<{
    mediaType: string;
  }>`select media_type as "mediaType" from images where cid = ${cid}`.execute(db);
  return rows[0];
}
