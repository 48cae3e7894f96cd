import { CompiledQuery, sql } from 'kysely';
import { byValues, type Trx } from '../../platform/db/index.ts';

type Usage = { plan: string; accountCreatedAt: Date; credentials: number; periodStart: Date };

/** The account's quota, which nobody else takes from until the transaction ends. */
export async function usageLocked(trx: Trx, accountId: string): Promise<Usage> {
  const { rows } = await sql<Usage>`
    select a.plan, a.created_at as "accountCreatedAt", u.credentials, u.period_start as "periodStart"
    from accounts a join account_usage u on u.account_id = a.id where a.id = ${accountId} for update of u`.execute(
    trx,
  );
  if (!rows[0]) throw new Error('the account is gone');
  return rows[0];
}

/** Which of these folded addresses have the badge, by a credential that is not revoked. */
export async function badgeHolders(
  trx: Trx,
  accountId: string,
  badgeId: string,
  emailSearch: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`${byValues}
    select distinct c.email_search as email from unnest(${emailSearch}::text[]) wanted
    join credentials c on c.account_id = ${accountId} and c.email_search = wanted and c.badge_id = ${badgeId} and c.revoked_at is null`.execute(
    trx,
  );
  return new Set(rows.map(({ email }) => email));
}

type Many = {
  accountId: string;
  badgeId: string;
  now: Date;
  period: Date;
  rows: {
    id: string;
    eventId: string;
    name: string;
    email: string;
    nameSearch: string;
    emailSearch: string;
    issuedOn: Date;
    expires: Date | null;
    given: { issuedOn: string; expires: string | null };
  }[];
};

/** Credentials, their events and the quota that they take, in one statement; `bench/` repeats the same text. */
export const insertManyStatement = `with r as (
    select * from unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::timestamptz[], $11::text[], $12::text[])
      as r(id, event_id, name, email, name_search, email_search, issued_on, expires, issued_text, expires_text)),
  issued as (
    insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, expires, created_at)
    select id, $1, $2, name, email, name_search, email_search, issued_on, expires, $13 from r),
  told as (
    insert into events (id, account_id, credential_id, type, data, created_at)
    select event_id, $1, r.id, 'credential.issued',
      jsonb_build_object('badgeId', b.id, 'badgeName', b.name, 'recipient', jsonb_build_object('name', r.name, 'email', r.email),
        'issuedOn', issued_text, 'expires', expires_text), $13
    from r join badges b on b.id = $2)
  update account_usage set
    credentials = case when period_start < $14 then 0 else credentials end + cardinality($3::uuid[]),
    period_start = greatest(period_start, $14)
  where account_id = $1`;

export async function insertMany(
  trx: Trx,
  { accountId, badgeId, now, period, rows }: Many,
): Promise<void> {
  await trx.executeQuery(
    CompiledQuery.raw(insertManyStatement, [
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
      rows.map(({ given }) => given.issuedOn),
      rows.map(({ given }) => given.expires),
      now,
      period,
    ]),
  );
}
