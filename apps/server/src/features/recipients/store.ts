import { sql } from 'kysely';
import { customPlan, type Database, newestFirst, type Trx } from '../../platform/db/index.ts';
import { hasWords, isReplacedWith, matchesSearch, NEARBY_ROWS } from '../credentials/sql.ts';

export type RecipientRow = {
  /** The folded address, by which credentials belong to a recipient. */
  address: string;
  name: string;
  email: string;
  awards: number;
  lastAwardAt: Date;
};

type Paging<Last> = { last: Last | undefined; limit: number; maxCount: number };

/**
 * Name and address of the newest credential. With an equality instead of the range, PostgreSQL could
 * walk the credentials of the account by their id.
 */
const recipientColumns = (accountId: string, maxCount: number) => sql`
  p.email_search as address, newest.recipient_name as name, newest.recipient_email as email, newest.created_at as "lastAwardAt",
    (select count(*)::int from (
      select from credentials k where k.account_id = ${accountId} and k.email_search = p.email_search limit ${maxCount}) counted) as awards
  from page p cross join lateral (
    select c.recipient_name, c.recipient_email, c.created_at from credentials c
    where c.account_id = any(array[${accountId}::uuid])
      and c.email_search >= p.email_search and c.email_search <= p.email_search
    order by c.account_id desc, c.email_search desc, c.id desc limit 1) newest`;

/**
 * Returns recipients in the order of their addresses, after the last one. Jumps from one address to
 * the next in the index, however many credentials each has.
 */
export async function recipientsPage(
  db: Database,
  accountId: string,
  { last, limit, maxCount }: Paging<string>,
): Promise<(RecipientRow & { position: string })[]> {
  const next = (condition: ReturnType<typeof sql>) => sql`
    select c.email_search from credentials c where c.account_id = ${accountId} and ${condition}
    order by c.account_id, c.email_search limit 1`;
  const isAfter = last === undefined ? sql`true` : sql`c.email_search > ${last}`;
  const { rows } = await sql<RecipientRow & { position: string }>`${customPlan}
    with recursive addresses(email_search, n) as (
      (select first.email_search, 1 from (${next(isAfter)}) first)
      union all
      select following.email_search, a.n + 1
      from addresses a cross join lateral (${next(sql`c.email_search > a.email_search`)}) following
      where a.n < ${limit}),
    page as materialized (select email_search from addresses limit ${limit})
    select p.email_search as position, ${recipientColumns(accountId, maxCount)} order by p.email_search`.execute(
    db,
  );
  return rows;
}

/**
 * Returns recipients with a credential that contains the words, by the newest such credential,
 * after the last one. Not by address: common words are found among the newest credentials, but in
 * the order of addresses all that begin alike would be read.
 */
export async function searchRecipients(
  db: Database,
  accountId: string,
  { like, isSearchIndexed }: { like: string; isSearchIndexed: boolean },
  { last, limit, maxCount }: Paging<string>,
): Promise<(RecipientRow & { id: string })[]> {
  const { where, order } = newestFirst({ 'c.account_id': accountId }, 'c.id', last);
  const hasOwnWords = hasWords(undefined, like);
  // With an offset, it is checked for one person after the other until the page is full.
  const isNewest = (id: ReturnType<typeof sql>, address: ReturnType<typeof sql>) => sql`not exists (
    select from credentials c where c.account_id = ${accountId} and c.email_search = ${address} and c.id > ${id} and ${hasOwnWords} offset 0)`;
  const page = !isSearchIndexed
    ? sql`page as materialized (
        select found.id, found.email_search from (
          select c.id, c.email_search from credentials c where ${where} and ${hasOwnWords} ${order} offset 0) found
        where ${isNewest(sql`found.id`, sql`found.email_search`)} limit ${limit})`
    : sql`newest as materialized (
        select c.id, c.email_search, c.name_search from credentials c where ${where} ${order} limit ${NEARBY_ROWS}),
      near as materialized (select c.id, c.email_search from newest c where ${hasOwnWords}),
      far as materialized (
        select c.id, c.email_search from credentials c
        where ${matchesSearch(accountId, { like })} and c.account_id = ${accountId}
          and c.id < (select id from newest order by id limit 1)
          and (select count(*) from newest) = ${NEARBY_ROWS} and (select count(distinct email_search) from near) < ${limit}),
      page as materialized (
        select f.id, f.email_search from (
          select * from near union all select * from far order by id desc offset 0) f
        where ${isNewest(sql`f.id`, sql`f.email_search`)} limit ${limit})`;
  const { rows } = await sql<RecipientRow & { id: string }>`${customPlan}
    with ${page} select p.id, ${recipientColumns(accountId, maxCount)} order by p.id desc`.execute(
    db,
  );
  return rows;
}

/** Folded addresses with this key in the account, also of credentials that a correction moved. */
export async function findAddresses(
  db: Database | Trx,
  accountId: string,
  key: bigint,
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from recipient_addresses(p_account => ${accountId}, p_key => ${String(key)}) address`.execute(
    db,
  );
  return rows.map(({ address }) => address);
}

/** A recipient whose credential had another address before a correction. Addresses are also folded. */
export type ReplacedAddress = {
  earlier: string;
  earlierEmail: string;
  address: string;
  name: string;
  email: string;
};

/** Rows read to find recipients, which may have many credentials. */
const MAX_REPLACED_ROWS = 1_000;

/** Recipients by the newest credential that fulfills a condition on `r`, which another address had before. */
async function findMoved(
  db: Database | Trx,
  accountId: string,
  condition: ReturnType<typeof sql>,
  limit: number,
): Promise<ReplacedAddress[]> {
  const { rows } = await sql<ReplacedAddress>`${customPlan}
    with found as materialized (
      select r.* from replaced_addresses r where r.account_id = ${accountId} and ${condition} limit ${MAX_REPLACED_ROWS})
    select distinct on (f.address, c.email_search) f.address as earlier, f.email as "earlierEmail",
      c.email_search as address, c.recipient_name as name, c.recipient_email as email
    from found f join credentials c on c.id = f.credential_id
    where c.email_search <> f.address order by f.address, c.email_search, c.id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Recipients of credentials that had this folded address. */
export const findMovedFrom = (
  db: Database | Trx,
  accountId: string,
  address: string,
  limit: number,
): Promise<ReplacedAddress[]> => findMoved(db, accountId, sql`r.address = ${address}`, limit);

/** Recipients of credentials that had an address with these words. Three characters or more. */
export const searchMoved = (
  db: Database,
  accountId: string,
  words: string,
  limit: number,
): Promise<ReplacedAddress[]> => findMoved(db, accountId, isReplacedWith(accountId, words), limit);

/** Addresses that these credentials had before. */
export const findEarlier = (
  db: Database,
  accountId: string,
  ids: readonly string[],
  limit: number,
): Promise<ReplacedAddress[]> =>
  findMoved(db, accountId, sql`r.credential_id = any(${[...ids]}::uuid[])`, limit);
