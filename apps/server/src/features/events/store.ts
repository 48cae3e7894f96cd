import type { CredentialEvent, EventName } from '@insignia/contract';
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { EventCause } from './sql.ts';

type NewEvent = { id: string; accountId: string; credentialId: string; by: EventCause; now: Date };

export async function insertEvent(
  trx: Trx,
  { type, data }: CredentialEvent,
  { id, accountId, credentialId, by, now }: NewEvent,
): Promise<void> {
  await sql`select record_event(p_id => ${id}, p_account => ${accountId}, p_credential => ${credentialId},
    p_person => ${by?.personId ?? null}, p_api_key => ${by?.keyId ?? null}, p_type => ${type}, p_data => ${JSON.stringify(data)}, p_now => ${now})`.execute(
    trx,
  );
}

/** Ignores erased credentials. */
export async function insertDeliveredEvent(
  trx: Trx,
  eventId: string,
  credentialId: string,
  now: Date,
): Promise<void> {
  const type: EventName = 'credential.delivered';
  await sql`select record_event(p_id => ${eventId}, p_account => c.account_id, p_credential => c.id, p_person => null, p_api_key => null, p_type => ${type},
      p_data => jsonb_build_object('recipient', jsonb_build_object('name', c.recipient_name, 'email', c.recipient_email), 'badgeName', b.name),
      p_now => ${now})
    from credentials c join badges b on b.id = c.badge_id where c.id = ${credentialId}`.execute(
    trx,
  );
}

export async function deleteCredentialEvents(trx: Trx, credentialIds: string[]): Promise<void> {
  await sql`delete from events where credential_id = any(${credentialIds}::uuid[])`.execute(trx);
}

export type EventRow = CredentialEvent & {
  at: Date;
  personId: string | null;
  person: string | null;
  keyId: string | null;
  key: string | null;
};

/** Oldest first, with current names. */
export async function listCredentialEvents(
  db: Database,
  accountId: string,
  credentialId: string,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.type, e.created_at as at, e.data, e.person_id as "personId", u.name as person, e.key_id as "keyId", k.name as key
    from events e left join auth."user" u on u.id = e.person_id left join api_keys k on k.id = e.key_id and k.account_id = e.account_id
    where e.credential_id = ${credentialId} and e.account_id = ${accountId} order by e.created_at, e.id`.execute(
    db,
  );
  return rows;
}
