import type { AttributeDefinition, BadgeDetails } from '@insignia/contract';
import { CompiledQuery, sql } from 'kysely';
import { toAddressKey } from '../../kernel/address-key.ts';
import type { RoutedId } from '../../kernel/id.ts';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';
import { isIssuedTo, recipientKey } from './sql.ts';

export type CredentialColumns = {
  name: string;
  email: string;
  nameSearch: string;
  emailSearch: string;
  issuedOn: Date;
  expires: Date | null;
  /** Dates as given, which the event repeats. */
  typedDates: { issuedOn: string; expires: string | null };
  /** Details as JSON. */
  details: string | null;
};

type BadgeAttributes = { edition: number; defined: AttributeDefinition[] };

/** Custom fields of the badge and the version they date from. Empty for another account's badge. */
export async function readBadgeAttributes(
  db: Database | Trx,
  { accountId, badgeId }: { accountId: string; badgeId: string },
): Promise<BadgeAttributes> {
  const { rows } = await sql<{ version: number; details: BadgeDetails | null }>`
    select version, details from badges
    where id = ${badgeId} and account_id = ${accountId} and deleted_at is null`.execute(db);
  return { edition: rows[0]?.version ?? 0, defined: rows[0]?.details?.attributes ?? [] };
}

type QuotaUsage = { plan: string; accountCreatedAt: Date; credentials: number; periodStart: Date };

/** Locks the account's quota until the transaction ends. */
export async function lockQuotaUsage(trx: Trx, accountId: string): Promise<QuotaUsage> {
  const { rows } = await sql<QuotaUsage>`
    select a.plan, a.created_at as "accountCreatedAt", u.credentials, u.period_start as "periodStart"
    from accounts a join account_usage u on u.account_id = a.id where a.id = ${accountId} for update of u`.execute(
    trx,
  );
  if (!rows[0]) throw new Error('the account was deleted');
  return rows[0];
}

/** Folded addresses, or their keys, with an unrevoked credential of the badge. */
export async function findBadgeRecipients(
  db: Database | Trx,
  accountId: string,
  badgeId: string,
  emailSearch: string[],
  form: 'folded' | 'key' = 'folded',
): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`${customPlan}
    select distinct ${form === 'key' ? recipientKey : sql`c.email_search`} as email from unnest(${emailSearch}::text[]) wanted
    join credentials c on c.account_id = ${accountId} and c.email_search = wanted and c.badge_id = ${badgeId} and c.revoked_at is null`.execute(
    db,
  );
  return new Set(rows.map(({ email }) => email));
}

/** The oldest unrevoked credential of the badge for this folded address. */
export async function findDuplicate(
  trx: Trx,
  accountId: string,
  badgeId: string,
  emailSearch: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`${customPlan}
    select c.id from credentials c
    where c.account_id = ${accountId} and c.email_search = ${emailSearch} and c.badge_id = ${badgeId} and c.revoked_at is null
    order by c.id limit 1`.execute(trx);
  return rows[0]?.id;
}

/** The same for the owner of an address: another person's may fold alike. */
export async function findOwnDuplicate(
  trx: Trx,
  accountId: string,
  badgeId: string,
  email: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`${customPlan}
    select c.id from credentials c
    where c.account_id = ${accountId} and ${isIssuedTo([toAddressKey(email)])} and c.badge_id = ${badgeId} and c.revoked_at is null
    order by c.id limit 1`.execute(trx);
  return rows[0]?.id;
}

type Row = CredentialColumns & { id: RoutedId; eventId: string };
type CredentialBatch = {
  accountId: string;
  badgeId: string;
  personId: string | null;
  keyId: string | null;
  now: Date;
  period: Date;
  limit: number;
  rows: Row[];
};

/** The only statement for many. `bench/` repeats it. */
export const issueManyStatement = `select issue_credentials(
  p_account => $1, p_badge => $2, p_ids => $3, p_events => $4,
  p_names => $5, p_emails => $6, p_name_searches => $7, p_email_searches => $8,
  p_issued_on => $9, p_expires => $10, p_given_issued_on => $11, p_given_expires => $12,
  p_now => $13, p_period => $14, p_limit => $15, p_person => $16, p_api_key => $17, p_details => $18)`;

/** Inserts credentials and events and takes quota, or nothing at all. */
export async function issueCredentials(trx: Trx, many: CredentialBatch): Promise<void> {
  const { accountId, badgeId, rows, now, period, limit } = many;
  await trx
    .getExecutor()
    .executeQuery(
      CompiledQuery.raw(issueManyStatement, [
        accountId,
        badgeId,
        rows.map(({ id }) => id),
        rows.map(({ eventId }) => eventId),
        rows.map(({ name }) => name),
        rows.map(({ email }) => email),
        rows.map(({ nameSearch }) => nameSearch),
        rows.map(({ emailSearch }) => emailSearch),
        rows.map(({ issuedOn }) => issuedOn),
        rows.map(({ expires }) => expires),
        rows.map(({ typedDates }) => typedDates.issuedOn),
        rows.map(({ typedDates }) => typedDates.expires),
        now,
        period,
        limit,
        many.personId,
        many.keyId,
        rows.some(({ details }) => details !== null) ? rows.map(({ details }) => details) : null,
      ]),
    );
}
