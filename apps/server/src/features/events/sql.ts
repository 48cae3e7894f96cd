import type { CredentialEvent } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';

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
