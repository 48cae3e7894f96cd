import type { CredentialEvent } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';

type Of = { accountId: string; now: Date };

/**
 * The statement that writes one event for each of `credentials`, a query of `(event_id, credential_id)`. It may end the
 * statement that causes them, so that both are one round trip.
 */
export function insertEvents(
  { type, data }: CredentialEvent,
  credentials: RawBuilder<unknown>,
  { accountId, now }: Of,
): RawBuilder<unknown> {
  return sql`insert into events (id, account_id, credential_id, type, data, created_at)
    select event_id, ${accountId}, credential_id, ${type}, ${JSON.stringify(data)}, ${now} from (${credentials}) happened`;
}
