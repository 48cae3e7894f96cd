import { type RawBuilder, sql } from 'kysely';

/** SQL condition that the account in a column has changed an email's wording. */
export function hasTemplates(accountId: string): RawBuilder<boolean> {
  return sql`exists (select 1 from email_templates t where t.account_id = ${sql.ref(accountId)})`;
}
