import {
  type AccountEvent,
  type AwardEvent,
  type CredentialEvent,
  fold,
  timelineNames,
} from '@insignia/contract';
import { sql } from 'kysely';
import { newId } from '../../kernel/id.ts';
import { customPlan, type Database, deleteBatch, type Trx } from '../../platform/db/index.ts';
import { type EventCause, recordDelivered } from './sql.ts';

export { type EventCause, recordEvents } from './sql.ts';

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

export const eventsWork = 'events';

type EventContext = { accountId: string; credentialId: string; by: EventCause; now: Date };

/**
 * Records an event in the causing transaction. Deliveries for matching endpoints are written with
 * it.
 */
export async function recordEvent(
  trx: Trx,
  event: CredentialEvent,
  context: EventContext,
): Promise<void> {
  await insertEvent(trx, event, { id: newId(), ...context });
  trx.onCommit.wake(eventsWork);
}

type CredentialEventData = { credentialId: string; event: CredentialEvent };

/** Records an event of the same type for each credential, with its own data, in one statement. */
export async function recordCredentialEvents(
  trx: Trx,
  events: CredentialEventData[],
  { accountId, by, now }: Omit<EventContext, 'credentialId'>,
): Promise<void> {
  const [first] = events;
  if (!first) return;
  await sql`select record_events(p_ids => ${events.map(() => newId())}::uuid[], p_account => ${accountId},
    p_credentials => ${events.map(({ credentialId }) => credentialId)}::uuid[], p_person => ${by?.personId ?? null}, p_api_key => ${by?.keyId ?? null},
    p_type => ${first.event.type}, p_data => ${events.map(({ event }) => JSON.stringify(event.data))}::jsonb[], p_now => ${now})`.execute(
    trx,
  );
  trx.onCommit.wake(eventsWork);
}

/** Records events of the same type about the account's members or issuers, in one statement. */
export async function recordAccountEvents(
  trx: Trx,
  events: AccountEvent[],
  { accountId, by, now }: Omit<EventContext, 'credentialId'>,
): Promise<void> {
  const [first] = events;
  if (!first) return;
  await sql`select record_events(p_ids => ${events.map(() => newId())}::uuid[], p_account => ${accountId},
    p_credentials => array_fill(null::uuid, array[${events.length}::integer]), p_person => ${by?.personId ?? null}, p_api_key => ${by?.keyId ?? null},
    p_type => ${first.type}, p_data => ${events.map(({ data }) => JSON.stringify(data))}::jsonb[], p_now => ${now})`.execute(
    trx,
  );
  trx.onCommit.wake(eventsWork);
}

/** No list shows events of an account, so only their deliveries need them. */
export function deleteOldAccountEvents(trx: Trx, before: Date): Promise<'again' | undefined> {
  const where = sql`credential_id is null and created_at < ${before}`;
  return deleteBatch(trx, { table: 'events', by: 'created_at', where });
}

/** Records that a mail server accepted the credential's email. Ignores erased credentials. */
export async function recordEmailDelivered(
  trx: Trx,
  email: { credentialId: string; to: string },
  now: Date,
): Promise<void> {
  await recordDelivered(newId(), email, now).execute(trx);
  trx.onCommit.wake(eventsWork);
}

type NewEvent = { id: string; accountId: string; credentialId: string; by: EventCause; now: Date };

async function insertEvent(
  trx: Trx,
  { type, data }: CredentialEvent,
  { id, accountId, credentialId, by, now }: NewEvent,
): Promise<void> {
  await sql`select record_event(p_id => ${id}, p_account => ${accountId}, p_credential => ${credentialId},
    p_person => ${by?.personId ?? null}, p_api_key => ${by?.keyId ?? null}, p_type => ${type}, p_data => ${JSON.stringify(data)}, p_now => ${now})`.execute(
    trx,
  );
}

export async function deleteCredentialEvents(trx: Trx, credentialIds: string[]): Promise<void> {
  await sql`delete from events where credential_id = any(${credentialIds}::uuid[])`.execute(trx);
}

/**
 * Removes the recipient with this folded address from events of these credentials. Returns the ids of
 * the events.
 */
export async function eraseFromEvents(
  trx: Trx,
  credentialIds: string[],
  address: string,
): Promise<string[]> {
  if (credentialIds.length === 0) return [];
  const { rows } = await sql<{
    id: string;
    email: string | null;
    reason: string | null;
  }>`${customPlan}
    select e.id, e.data #>> '{recipient,email}' as email, e.data ->> 'reason' as reason from events e
    where e.credential_id = any(${credentialIds}::uuid[])`.execute(trx);
  const isErased = (text: string | null) => text !== null && fold(text).includes(address);
  const [recipients, reasons] = [
    rows.filter(({ email }) => email !== null && fold(email) === address).map(({ id }) => id),
    rows.filter(({ reason }) => isErased(reason)).map(({ id }) => id),
  ];
  await sql`${customPlan}
    update events e set data = e.data
      || case when e.id = any(${recipients}::uuid[]) then '{"recipient": {"name": "", "email": ""}}' else '{}' end::jsonb
      || case when e.id = any(${reasons}::uuid[]) then '{"reason": ""}' else '{}' end::jsonb
    where e.credential_id = any(${credentialIds}::uuid[]) and e.id = any(${[...recipients, ...reasons]}::uuid[])`.execute(
    trx,
  );
  return [...new Set([...recipients, ...reasons])];
}
