import type { Plan } from '@insignia/contract';
import { CompiledQuery, sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';

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
  act: { id: string; personId: string; keyId: string | null; fields: string[] };
};

type Reply = { awardId: string };
export type Once = { key: string; fingerprint: Buffer; reply: Reply };

/** The one statement; `bench/` holds pgbench against the same text. */
export const issueStatement =
  'select issue_credential($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21) as kept';

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
      c.act.id,
      c.act.personId,
      c.act.keyId,
      c.act.fields,
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

type Revocation = { revokedAt: Date | null; revocationReason: string | null };

export async function credentialLocked(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<Revocation | undefined> {
  const { rows } = await sql<Revocation>`
    select revoked_at as "revokedAt", revocation_reason as "revocationReason"
    from credentials where id = ${id} and account_id = ${accountId} for update`.execute(trx);
  return rows[0];
}

export async function markRevoked(
  trx: Trx,
  id: string,
  reason: string | null,
  now: Date,
): Promise<void> {
  await sql`update credentials set revoked_at = ${now}, revocation_reason = ${reason} where id = ${id}`.execute(
    trx,
  );
}

type NewEvent = {
  id: string;
  accountId: string;
  credentialId: string;
  type: string;
  data: object;
  now: Date;
};

export async function insertEvent(trx: Trx, event: NewEvent): Promise<void> {
  await sql`insert into events (id, account_id, credential_id, type, data, created_at)
    values (${event.id}, ${event.accountId}, ${event.credentialId}, ${event.type}, ${JSON.stringify(event.data)}, ${event.now})`.execute(
    trx,
  );
}

export type EventRow = { type: string; at: Date; data: { reason?: string } };

export async function eventsOf(
  db: Database,
  accountId: string,
  credentialId: string,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select type, created_at as at, data from events
    where credential_id = ${credentialId} and account_id = ${accountId} order by created_at, id`.execute(
    db,
  );
  return rows;
}

/** The badge that it was issued under; undefined when the account has no such credential. */
export async function eraseCredential(
  trx: Trx,
  accountId: string,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ badgeId: string; emailSearch: string }>`
    delete from credentials where id = ${id} and account_id = ${accountId}
    returning badge_id as "badgeId", email_search as "emailSearch"`.execute(trx);
  if (!rows[0]) return undefined;
  await sql`delete from import_errors where account_id = ${accountId} and email_search = ${rows[0].emailSearch}`.execute(
    trx,
  );
  await sql`delete from events where credential_id = ${id}`.execute(trx);
  await sql`delete from deliveries where credential_id = ${id}`.execute(trx);
  await sql`delete from jobs where id in (select id from mails where credential_id = ${id})`.execute(
    trx,
  );
  await sql`delete from mails where credential_id = ${id}`.execute(trx);
  await sql`insert into erased_credentials values (${id}, ${now})`.execute(trx);
  return rows[0].badgeId;
}

/** A deleted badge stays only while a credential refers to it, and a deleted issuer while such a badge does. */
export async function dropUnusedBadge(trx: Trx, badgeId: string): Promise<void> {
  const { rows } = await sql<{ issuerId: string }>`
    delete from badges b where id = ${badgeId} and deleted_at is not null
      and not exists (select 1 from credentials where badge_id = b.id) returning issuer_id as "issuerId"`.execute(
    trx,
  );
  if (!rows[0]) return;
  await sql`delete from issuers i where id = ${rows[0].issuerId} and deleted_at is not null
    and not exists (select 1 from badges where issuer_id = i.id)`.execute(trx);
}

export type MailableCredential = {
  accountId: string;
  plan: Plan;
  accountName: string;
  recipientName: string;
  badgeName: string;
  issuerName: string;
  revokedAt: Date | null;
};

/** What letters say of a credential; it is not erased until the transaction ends. Any account's without `accountId`. */
export async function credentialToMail(
  trx: Database | Trx,
  id: string,
  accountId?: string,
): Promise<MailableCredential | undefined> {
  const { rows } = await sql<MailableCredential>`
    select c.account_id as "accountId", a.plan, a.name as "accountName", c.recipient_name as "recipientName",
      b.name as "badgeName", i.name as "issuerName", c.revoked_at as "revokedAt"
    from credentials c join badges b on b.id = c.badge_id join issuers i on i.id = b.issuer_id join accounts a on a.id = c.account_id
    where c.id = ${id} ${accountId === undefined ? sql`` : sql`and c.account_id = ${accountId}`}
    for key share of c`.execute(trx);
  return rows[0];
}

export async function isErased(trx: Database | Trx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from erased_credentials where id = ${id}`.execute(trx);
  return rows.length > 0;
}

/** credential.delivered (interface specification §6.2), when the mail server has taken the letter. */
export async function insertDelivered(
  trx: Trx,
  eventId: string,
  credentialId: string,
  now: Date,
): Promise<void> {
  await sql`insert into events (id, account_id, credential_id, type, data, created_at)
    select ${eventId}, c.account_id, c.id, 'credential.delivered',
      jsonb_build_object('recipient', jsonb_build_object('name', c.recipient_name, 'email', c.recipient_email), 'badgeName', b.name), ${now}
    from credentials c join badges b on b.id = c.badge_id where c.id = ${credentialId}`.execute(
    trx,
  );
}

/** State of the last mail that brought it to a recipient. */
export async function lastDelivery(
  db: Database,
  credentialId: string,
): Promise<'queued' | 'sent' | 'bounced' | 'failed' | null> {
  const { rows } = await sql<{ state: 'queued' | 'sent' | 'bounced' | 'failed' }>`
    select state from mails where credential_id = ${credentialId} and kind = 'credential' order by id desc limit 1`.execute(
    db,
  );
  return rows[0]?.state ?? null;
}

type Usage = { plan: string; accountCreatedAt: Date; credentials: number; periodStart: Date };

/** The account's quota, which nobody else takes from until the transaction ends. */
export async function usageLocked(trx: Trx, accountId: string): Promise<Usage> {
  const { rows } = await sql<Usage>`
    select a.plan, a.created_at as "accountCreatedAt", u.credentials, u.period_start as "periodStart"
    from accounts a join account_usage u on u.account_id = a.id where a.id = ${accountId} for update of u`.execute(
    trx,
  );
  if (!rows[0]) throw new Error('the account is gone');
  return rows[0];
}

/** Which of these folded addresses have the badge, by a credential that is not revoked. */
export async function badgeHolders(
  trx: Trx,
  accountId: string,
  badgeId: string,
  emailSearch: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select distinct c.email_search as email from unnest(${emailSearch}::text[]) wanted
    join credentials c on c.account_id = ${accountId} and c.email_search = wanted and c.badge_id = ${badgeId} and c.revoked_at is null`.execute(
    trx,
  );
  return new Set(rows.map(({ email }) => email));
}

type Many = {
  accountId: string;
  badgeId: string;
  now: Date;
  period: Date;
  rows: {
    id: string;
    eventId: string;
    name: string;
    email: string;
    nameSearch: string;
    emailSearch: string;
    issuedOn: Date;
    expires: Date | null;
    given: { issuedOn: string; expires: string | null };
  }[];
};

/** Credentials, their events and the quota that they take, in one statement; `bench/` repeats the same text. */
export const insertManyStatement = `with r as (
    select * from unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::timestamptz[], $11::text[], $12::text[])
      as r(id, event_id, name, email, name_search, email_search, issued_on, expires, issued_text, expires_text)),
  issued as (
    insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, expires, created_at)
    select id, $1, $2, name, email, name_search, email_search, issued_on, expires, $13 from r),
  told as (
    insert into events (id, account_id, credential_id, type, data, created_at)
    select event_id, $1, r.id, 'credential.issued',
      jsonb_build_object('badgeId', b.id, 'badgeName', b.name, 'recipient', jsonb_build_object('name', r.name, 'email', r.email),
        'issuedOn', issued_text, 'expires', expires_text), $13
    from r join badges b on b.id = $2)
  update account_usage set
    credentials = case when period_start < $14 then 0 else credentials end + cardinality($3::uuid[]),
    period_start = greatest(period_start, $14)
  where account_id = $1`;

export async function insertMany(
  trx: Trx,
  { accountId, badgeId, now, period, rows }: Many,
): Promise<void> {
  await trx.executeQuery(
    CompiledQuery.raw(insertManyStatement, [
      accountId,
      badgeId,
      rows.map(({ id }) => id),
      rows.map(({ eventId }) => eventId),
      rows.map(({ name }) => name),
      rows.map(({ email }) => email),
      rows.map(({ nameSearch }) => nameSearch),
      rows.map(({ emailSearch }) => emailSearch),
      rows.map(({ issuedOn }) => issuedOn),
      rows.map(({ expires }) => expires),
      rows.map(({ given }) => given.issuedOn),
      rows.map(({ given }) => given.expires),
      now,
      period,
    ]),
  );
}
