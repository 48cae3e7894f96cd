import { sql } from 'kysely';
import { customPlan, type Database } from '../../platform/db/index.ts';
import { credentialKeys, hasWords, matchesSearch } from '../credentials/sql.ts';

export type RecipientRow = {
  /** The folded address, by which credentials belong to a recipient. */
  position: string;
  name: string;
  email: string;
  awards: number;
  lastAwardAt: Date;
};

type Paging = { after: string | undefined; most: number; maxCount: number };

/**
 * Name and address of the newest credential. With an equality instead of the range, PostgreSQL could
 * walk the credentials of the account by their id.
 */
const recipientColumns = (accountId: string, maxCount: number) => sql`
  select p.email_search as position, newest.recipient_name as name, newest.recipient_email as email, newest.created_at as "lastAwardAt",
    (select count(*)::int from (
      select from credentials k where k.account_id = ${accountId} and k.email_search = p.email_search limit ${maxCount}) counted) as awards
  from page p cross join lateral (
    select c.recipient_name, c.recipient_email, c.created_at from credentials c
    where c.account_id = any(array[${accountId}::uuid])
      and c.email_search >= p.email_search and c.email_search <= p.email_search
    order by c.account_id desc, c.email_search desc, c.id desc limit 1) newest
  order by p.email_search`;

const isAfter = (after: string | undefined) =>
  after === undefined ? sql`true` : sql`c.email_search > ${after}`;

/**
 * Returns recipients in the order of their addresses. Jumps from one address to the next in the
 * index, however many credentials each has.
 */
export async function recipientsPage(
  db: Database,
  accountId: string,
  { after, most, maxCount }: Paging,
): Promise<RecipientRow[]> {
  const next = (condition: ReturnType<typeof isAfter>) => sql`
    select c.email_search from credentials c where c.account_id = ${accountId} and ${condition}
    order by c.account_id, c.email_search limit 1`;
  const { rows } = await sql<RecipientRow>`${customPlan}
    with recursive addresses(email_search, n) as (
      (select first.email_search, 1 from (${next(isAfter(after))}) first)
      union all
      select following.email_search, a.n + 1
      from addresses a cross join lateral (${next(sql`c.email_search > a.email_search`)}) following
      where a.n < ${most}),
    page as materialized (select email_search from addresses limit ${most})
    ${recipientColumns(accountId, maxCount)}`.execute(db);
  return rows;
}

/** Enough to find common words, few enough to read at once. */
const nearby = 2_000;

/**
 * Like `recipientsPage`, only recipients with a credential that contains the words. Common words
 * are found in the credentials that follow; the index of keys finds all others.
 */
export async function searchRecipients(
  db: Database,
  accountId: string,
  { like, isIndexable }: { like: string; isIndexable: boolean },
  { after, most, maxCount }: Paging,
): Promise<RecipientRow[]> {
  const own = sql`c.account_id = ${accountId} and ${isAfter(after)}`;
  const order = sql`order by c.account_id, c.email_search`;
  const found = !isIndexable
    ? sql`page as materialized (
          select distinct c.account_id, c.email_search from credentials c where ${own} and ${hasWords(undefined, like)} ${order} limit ${most})`
    : sql`nearest as materialized (
          select c.email_search, c.name_search from credentials c where ${own} ${order} limit ${nearby}),
        near as materialized (
          select distinct c.email_search from nearest c where ${hasWords(undefined, like)} order by c.email_search limit ${most}),
        far as materialized (
          select c.email_search from credentials c
          where ${matchesSearch(accountId, { like })} and c.account_id = ${accountId}
            and c.email_search >= (select max(email_search) from nearest)
            and (select count(*) from nearest) = ${nearby} and (select count(*) from near) < ${most}),
        page as materialized (
          select email_search from near union select email_search from far order by email_search limit ${most})`;
  const { rows } = await sql<RecipientRow>`${customPlan}
    with ${found} ${recipientColumns(accountId, maxCount)}`.execute(db);
  return rows;
}

/** Folded addresses with this key in the account. More than one only if two addresses share it. */
export async function findAddresses(
  db: Database,
  accountId: string,
  key: bigint,
): Promise<string[]> {
  // The condition on the account is outside, so that only the index of keys can answer.
  const { rows } = await sql<{ address: string }>`${customPlan}
    with found as materialized (
      select c.account_id, c.email_search from credentials c
      where ${credentialKeys} @> array[${String(key)}::bigint])
    select distinct email_search as address from found where account_id = ${accountId} limit 10`.execute(
    db,
  );
  return rows.map(({ address }) => address);
}
