import type { CredentialEvent } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';

/** The person whose deed it was, and the key that they did it with; none is known of a link in a mail. */
export type Cause = { personId: string | null; keyId?: string | null | undefined } | undefined;

type Of = { accountId: string; by: Cause; now: Date };

/**
 * The statement that writes one event for each of `credentials`, a query of `(event_id, credential_id)`. It may end the
 * statement that causes them, so that both are one round trip.
 */
export function insertEvents(
  { type, data }: CredentialEvent,
  credentials: RawBuilder<unknown>,
  { accountId, by, now }: Of,
): RawBuilder<unknown> {
  return sql`insert into events (id, account_id, credential_id, person_id, key_id, type, data, created_at)
    select event_id, ${accountId}, credential_id, ${by?.personId ?? null}::uuid, ${by?.keyId ?? null}::uuid, ${type}, ${JSON.stringify(data)}, ${now} from (${credentials}) happened`;
}
