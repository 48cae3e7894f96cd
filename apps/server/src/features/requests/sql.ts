import { type RawBuilder, sql } from 'kysely';
import { listStoredKeys } from '../credentials/sql.ts';

/**
 * Condition that a user's addresses sent a request about a credential of theirs. Earlier requests
 * don't say who sent them, so nobody sees them once a credential was corrected.
 */
export const isSentBy = (addresses: string[]): RawBuilder<boolean> =>
  sql<boolean>`coalesce(r.requester = any(${listStoredKeys(addresses).keys}::text[]), c.corrections = 0)`;
