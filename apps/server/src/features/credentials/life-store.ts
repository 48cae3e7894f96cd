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
