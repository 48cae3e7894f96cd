import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';

export type NewCredential = {
  id: string;
  accountId: string;
  badgeId: string;
  eventId: string;
  name: string;
  email: string;
  nameSearch: string;
  emailSearch: string;
  issuedOn: Date;
  expires: Date | null;
  eventDates: { issuedOn: string; expires: string | null };
  now: Date;
  period: Date;
  limit: number;
};

type Reply = { awardId: string };
export type Once = { key: string; fingerprint: Buffer; reply: Reply };

/** The one statement; `bench/` holds pgbench against the same text. */
export const issueStatement =
  'select issue_credential($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) as kept';

/** The kept answer of an earlier request with this Idempotency-Key, or null when this one issued. */
export async function issueCredential(
  db: Database,
  c: NewCredential,
  once: Once | undefined,
): Promise<Reply | null> {
  const { rows } = await db.executeQuery<{ kept: Reply | null }>(
    CompiledQuery.raw(issueStatement, [
      c.accountId,
      c.badgeId,
      c.id,
      c.eventId,
      c.name,
      c.email,
      c.nameSearch,
      c.emailSearch,
      c.issuedOn,
      c.expires,
      JSON.stringify(c.eventDates),
      c.now,
      c.period,
      c.limit,
      once?.key ?? null,
      once?.fingerprint ?? null,
      once ? JSON.stringify(once.reply) : null,
    ]),
  );
  return rows[0]?.kept ?? null;
}

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
  const { rows } = await sql<CredentialRow>`
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
