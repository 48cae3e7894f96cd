import { sql } from 'kysely';
import { byValues, type Database } from '../../platform/db/index.ts';

export type CredentialRow = {
  id: string;
  badgeId: string;
  badgeName: string;
  imageCid: string;
  recipientName: string;
  recipientEmail: string;
  issuedOn: Date;
  expires: Date | null;
  createdAt: Date;
  revokedAt: Date | null;
  revocationReason: string | null;
};

const columns = sql`c.id, c.badge_id as "badgeId", b.name as "badgeName", b.image_cid as "imageCid",
  c.recipient_name as "recipientName", c.recipient_email as "recipientEmail", c.issued_on as "issuedOn", c.expires,
  c.created_at as "createdAt", c.revoked_at as "revokedAt", c.revocation_reason as "revocationReason"`;

/** `like` is a LIKE pattern over folded text. */
export type Wanted = {
  badgeId?: string | undefined;
  like?: string | undefined;
  field: 'name' | 'email';
};

/** Newest first, after `lastId`. */
export async function credentialsPage(
  db: Database,
  accountId: string,
  { badgeId, like, field }: Wanted,
  lastId: string | undefined,
  most: number,
): Promise<CredentialRow[]> {
  const searched = field === 'email' ? sql`c.email_search` : sql`c.name_search`;
  const { rows } = await sql<CredentialRow>`${byValues}
    select ${columns} from credentials c join badges b on b.id = c.badge_id
    where c.account_id = ${accountId}
      ${badgeId === undefined ? sql`` : sql`and c.badge_id = ${badgeId}`}
      ${like === undefined ? sql`` : sql`and ${searched} like ${like}`}
      ${lastId === undefined ? sql`` : sql`and c.id < ${lastId}`}
    order by c.id desc limit ${most}`.execute(db);
  return rows;
}

export async function credentialById(
  db: Database,
  accountId: string,
  id: string,
): Promise<CredentialRow | undefined> {
  const { rows } = await sql<CredentialRow>`
    select ${columns} from credentials c join badges b on b.id = c.badge_id
    where c.id = ${id} and c.account_id = ${accountId}`.execute(db);
  return rows[0];
}
