import { type RawBuilder, sql } from 'kysely';

/**
 * True of the rows of accounts that are not being deleted. Whatever is read for the public asks for it: what a deleted
 * account had is there until the worker has taken it away.
 */
export function staying(accountId: string): RawBuilder<boolean> {
  return sql`${sql.ref(accountId)} not in (select id from leaving_accounts)`;
}
