import { type AwardEvent, type CredentialEvent, timelineNames } from '@insignia/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';

/** Events of a credential, oldest first. */
export async function readActivity(db: Database, accountId: string, credentialId: string) {
  return (await listCredentialEvents(db, accountId, credentialId)).map(toActivityEntry);
}

function toActivityEntry(event: EventRow): AwardEvent {
  const reason = event.type === 'credential.revoked' ? event.data.reason : '';
  return {
    type: timelineNames[event.type],
    at: event.at.toISOString(),
    by: toCause(event),
    ...(reason ? { reason } : {}),
  };
}

/** Names the key instead of its user: it identifies the program. */
function toCause({ type, personId, person, keyId, key }: EventRow): AwardEvent['by'] {
  if (keyId) return { kind: 'key', id: keyId, name: key };
  if (personId) return { kind: 'person', id: personId, name: person };
  return type === 'credential.delivered' ? { kind: 'service', id: null, name: null } : null;
}

type EventRow = CredentialEvent & {
  at: Date;
  personId: string | null;
  person: string | null;
  keyId: string | null;
  key: string | null;
};

/** Oldest first, with current names. */
async function listCredentialEvents(
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
