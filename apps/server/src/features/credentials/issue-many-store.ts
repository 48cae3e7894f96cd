import { sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';

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

/** Folded addresses with an unrevoked credential of the badge. */
export async function findBadgeRecipients(
  db: Database | Trx,
  accountId: string,
  badgeId: string,
  emailSearch: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`${customPlan}
    select distinct c.email_search as email from unnest(${emailSearch}::text[]) wanted
    join credentials c on c.account_id = ${accountId} and c.email_search = wanted and c.badge_id = ${badgeId} and c.revoked_at is null`.execute(
    db,
  );
  return new Set(rows.map(({ email }) => email));
}

export async function isOwnBadge(
  db: Database,
  accountId: string,
  badgeId: string,
): Promise<boolean> {
  const { rows } = await sql`select 1 from badges
    where id = ${badgeId} and account_id = ${accountId} and deleted_at is null`.execute(db);
  return rows.length > 0;
}
