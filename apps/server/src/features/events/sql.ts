import type { CredentialEvent } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';

/** The person whose deed it was, and the key that they did it with; none is known of a link in a mail. */
export type Cause = { personId: string | null; keyId?: string | null | undefined } | undefined;

type Of = { accountId: string; by: Cause; now: Date };

/**
 * A query that tells the same event of each of `credentials`, a query of `(event_id, credential_id)`. It may be part of the
 * statement that causes them, so that both are one round trip.
 */
export function recordEvents(
  { type, data }: CredentialEvent,
  credentials: RawBuilder<unknown>,
  { accountId, by, now }: Of,
): RawBuilder<unknown> {
  return sql`select record_events(array_agg(event_id), ${accountId}, array_agg(credential_id), ${by?.personId ?? null}, ${by?.keyId ?? null},
    ${type}, array_agg(${JSON.stringify(data)}::jsonb), ${now}) from (${credentials}) happened`;
}
