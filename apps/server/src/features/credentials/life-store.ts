import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';

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
