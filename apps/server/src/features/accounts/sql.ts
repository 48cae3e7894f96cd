import { type RawBuilder, sql } from 'kysely';

/**
 * True for rows of accounts that aren't being deleted. Required in every public read, because rows
 * remain until the worker deletes them.
 */
export function isNotLeaving(accountId: string): RawBuilder<boolean> {
  return sql`${sql.ref(accountId)} not in (select id from leaving_accounts)`;
}
