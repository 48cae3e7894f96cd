import { type RawBuilder, sql } from 'kysely';

/** SQL condition that the address unsubscribed from the account's email. Both are columns. */
export function isSuppressed(accountId: string, address: string): RawBuilder<boolean> {
  // Letters beyond ASCII are stored in lower case. In every PostgreSQL, this collation lower-cases
  // the ASCII letters as this program does.
  return sql`exists (select 1 from suppressed_addresses s where s.account_id = ${sql.ref(accountId)}
    and s.address_hash = sha256(convert_to(lower(${sql.ref(address)} collate "C"), 'UTF8')))`;
}

/** SQL condition that the credential with this id was revoked. */
export function isRevoked(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from credentials r where r.id = ${id} and r.revoked_at is not null)`;
}
