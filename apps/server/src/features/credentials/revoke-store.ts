import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';
import { type EventCause, recordEvents } from '../events/sql.ts';

type Revocation = { revokedAt: Date | null; revocationReason: string | null };

export async function lockCredential(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<Revocation | undefined> {
  const { rows } = await sql<Revocation>`
    select revoked_at as "revokedAt", revocation_reason as "revocationReason"
    from credentials where id = ${id} and account_id = ${accountId} for update`.execute(trx);
  return rows[0];
}

export type NewRevocation = { accountId: string; by: EventCause; reason: string; now: Date };

/** Revokes and records events in one statement. Returns the ids that changed. */
export async function markRevoked(
  trx: Trx,
  { accountId, by, reason, now }: NewRevocation,
  credentials: { id: string; eventId: string }[],
): Promise<string[]> {
  const ids = credentials.map(({ id }) => id);
  const eventIds = credentials.map(({ eventId }) => eventId);
  const revoked = sql`select event_id, id as credential_id from revoked`;
  const event = { type: 'credential.revoked', data: { reason } } as const;
  const { rows } = await sql<{ id: string }>`
    with named as (select * from unnest(${ids}::uuid[], ${eventIds}::uuid[]) as n(id, event_id)),
    revoked as (
      update credentials c set revoked_at = ${now}, revocation_reason = ${reason || null}
      from named n where c.id = n.id and c.account_id = ${accountId} and c.revoked_at is null
      returning c.id, n.event_id),
    told as (${recordEvents(event, revoked, { accountId, by, now })})
    select id from revoked, told`.execute(trx);
  return rows.map(({ id }) => id);
}
