import { type RawBuilder, sql } from 'kysely';

/**
 * Condition that these folded addresses sent a request about a credential of theirs. Earlier requests
 * don't say who sent them, so nobody sees them once a credential was corrected.
 */
export const isSentBy = (addresses: string[]): RawBuilder<boolean> =>
  sql<boolean>`coalesce(r.requester = any(${addresses}::text[]), c.corrections = 0)`;
