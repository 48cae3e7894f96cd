import type { CredentialEvent, EventName } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';
import { edition, joinBadgeEdition } from '../editions/sql.ts';

/** The user and key that caused it. Null for links in emails. */
export type EventCause = { personId: string | null; keyId?: string | null | undefined } | undefined;

type EventsContext = { accountId: string; by: EventCause; now: Date };

/**
 * SQL that records the same event for each `(event_id, credential_id)`. Can be part of the causing
 * statement, for one round trip.
 */
export function recordEvents(
  { type, data }: CredentialEvent,
  credentials: RawBuilder<unknown>,
  { accountId, by, now }: EventsContext,
): RawBuilder<unknown> {
  return sql`select record_events(p_ids => array_agg(event_id), p_account => ${accountId}, p_credentials => array_agg(credential_id),
    p_person => ${by?.personId ?? null}, p_api_key => ${by?.keyId ?? null}, p_type => ${type}, p_data => array_agg(${JSON.stringify(data)}::jsonb),
    p_now => ${now}) from (${credentials}) happened`;
}

/**
 * SQL that records that a mail server accepted the email with the credential. `forwarded` means that
 * `to` isn't the recipient's address. Webhooks don't get it.
 */
export function recordDelivered(
  eventId: string,
  { credentialId, to }: { credentialId: string; to: string },
  now: Date,
): RawBuilder<unknown> {
  const type: EventName = 'credential.delivered';
  return sql`select record_event(p_id => ${eventId}, p_account => c.account_id, p_credential => c.id, p_person => null, p_api_key => null, p_type => ${type},
      p_data => jsonb_build_object('recipient', jsonb_build_object('name', c.recipient_name, 'email', c.recipient_email), 'badgeName', ${edition.badgeName})
        || case when lower(c.recipient_email collate "C") = lower(${to}::text collate "C") then '{}' else '{"forwarded": true}' end::jsonb,
      p_now => ${now})
    from credentials c ${joinBadgeEdition} where c.id = ${credentialId}`;
}
