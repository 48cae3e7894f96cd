import type { RequestKind } from '@insignia/contract';
import { sql } from 'kysely';
import { customPlan, type Database, newestFirst } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { hasStatus } from '../credentials/sql.ts';
import { edition, joinEdition } from '../editions/sql.ts';

/** The confirmed address of a user. */
export async function findConfirmedAddress(
  db: Database,
  personId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from auth."user" where id = ${personId} and "emailVerified"`.execute(db);
  return rows[0]?.email;
}

export type MyCredentialRow = {
  id: string;
  badgeName: string;
  imageCid: string;
  shareText: string | null;
  issuerName: string;
  linkedinOrganizationId: string | null;
  recipientName: string;
  recipientEmail: string;
  issuedOn: Date;
  expires: Date | null;
  revokedAt: Date | null;
  openRequests: RequestKind[];
};

type Page = {
  status?: 'valid' | 'expired' | 'revoked' | undefined;
  lastId: string | undefined;
  most: number;
  now: Date;
};

/** Credentials of one folded address in all accounts, newest first, after `lastId`. */
export async function myCredentialsPage(
  db: Database,
  address: string,
  { status, lastId, most, now }: Page,
): Promise<MyCredentialRow[]> {
  const owner = [{ column: sql`c.email_search`, value: sql`${address}::text` }];
  const { where, order } = newestFirst(owner, 'c.id', lastId);
  const { rows } = await sql<MyCredentialRow>`${customPlan}
    with page as materialized (
      select c.id, c.badge_id, c.badge_version, c.issuer_version, c.recipient_name, c.recipient_email, c.issued_on, c.expires, c.revoked_at
      from credentials c where ${where} and ${isNotLeaving('c.account_id')} and ${hasStatus(status, now)} ${order} limit ${most})
    select c.id, ${edition.badgeName} as "badgeName", b.share_text as "shareText", ${edition.issuerName} as "issuerName",
      coalesce((select sized_cid from image_sizes where cid = ${edition.imageCid} and side = 128), ${edition.imageCid}) as "imageCid",
      i.linkedin_organization_id as "linkedinOrganizationId", c.recipient_name as "recipientName", c.recipient_email as "recipientEmail",
      c.issued_on as "issuedOn", c.expires, c.revoked_at as "revokedAt",
      array(select r.kind from recipient_requests r where r.credential_id = c.id and r.state = 'open' order by r.kind) as "openRequests"
    from page c ${joinEdition} order by c.id desc`.execute(db);
  return rows;
}

export type ReportedCredential = {
  id: string;
  badge: string;
  issuer: string;
  recipient: string;
  revokedAt: Date | null;
};

export async function findReportedCredential(
  db: Database,
  id: string,
  address: string,
): Promise<ReportedCredential | undefined> {
  const { rows } = await sql<ReportedCredential>`
    select c.id, ${edition.badgeName} as badge, ${edition.issuerName} as issuer, c.recipient_name as recipient, c.revoked_at as "revokedAt"
    from credentials c ${joinEdition}
    where c.id = ${id} and c.email_search = ${address} and ${isNotLeaving('c.account_id')}`.execute(
    db,
  );
  return rows[0];
}
