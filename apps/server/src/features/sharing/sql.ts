import { type RawBuilder, sql } from 'kysely';

/** That who has the address wants no more mail about the account's credentials; both are columns. */
export function isSuppressed(accountId: string, address: string): RawBuilder<boolean> {
  // Addresses are ASCII, which in this collation every PostgreSQL lowers as the program does.
  return sql`exists (select 1 from suppressed_addresses s where s.account_id = ${sql.ref(accountId)}
    and s.address_hash = sha256(convert_to(lower(${sql.ref(address)} collate "C"), 'UTF8')))`;
}
