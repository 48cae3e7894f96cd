import { sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/index.ts';
import type { KnownIdentity } from './rules.ts';

/** A verified badge of another issuer, for the recipient with this folded address. */
export type NewOffer = {
  id: string;
  identity: Buffer;
  /** The one of badges that were offered before it contained the signer. */
  formerIdentity: Buffer;
  address: string;
  /** The document, or its address. */
  content: Buffer;
  edition: '2.0' | '3.0';
  badgeName: string;
  issuerName: string | null;
  issuedOn: Date | null;
  expires: Date | null;
};

type MoveInId = { id: string; issuerId: string };

/** Stores badges that the issuer hasn't offered before. Returns how many. */
export async function insertOffers(
  trx: Trx,
  { id, issuerId }: MoveInId,
  offers: readonly NewOffer[],
  now: Date,
): Promise<number> {
  let count = 0;
  for (const o of offers) {
    const { numAffectedRows } = await sql`
      insert into offered_credentials (id, move_in_id, issuer_id, identity, state, address, content, edition, badge_name, issuer_name,
        issued_on, expires, created_at)
      values (${o.id}, ${id}, ${issuerId}, ${o.identity}, 'open', ${o.address}, ${o.content}, ${o.edition}, ${o.badgeName}, ${o.issuerName},
        ${o.issuedOn}, ${o.expires}, ${now})
      on conflict (issuer_id, identity) do nothing`.execute(trx);
    count += Number(numAffectedRows ?? 0n);
  }
  return count;
}

/**
 * Compares rows with what the issuer has offered. A former identity may be that of another signer's badge,
 * for somebody else. Once an offer is answered, nobody knows whom it was for.
 */
export async function findOffered(
  trx: Trx,
  issuerId: string,
  offers: readonly Pick<NewOffer, 'identity' | 'formerIdentity' | 'address'>[],
): Promise<KnownIdentity[]> {
  const { rows } = await sql<{ known: KnownIdentity }>`${customPlan}
    select case
      when exists (select from offered_credentials o where o.issuer_id = ${issuerId}
        and o.identity in (w.identity, w.former) and coalesce(o.address, w.address) = w.address) then 'same'
      when exists (select from offered_credentials o where o.issuer_id = ${issuerId} and o.identity = w.identity) then 'other'
      else 'new' end as known
    from unnest(${offers.map(({ identity }) => identity)}::bytea[], ${offers.map(({ formerIdentity }) => formerIdentity)}::bytea[],
      ${offers.map(({ address }) => address)}::text[]) with ordinality w(identity, former, address, at)
    order by w.at`.execute(trx);
  return rows.map(({ known }) => known);
}

/** Counts open offers of an account, and blocks new ones until the transaction ends. */
export async function lockAndCountOffers(trx: Trx, accountId: string): Promise<number> {
  await sql`select 1 from account_usage where account_id = ${accountId} for update`.execute(trx);
  const { rows } = await sql<{ n: number }>`${customPlan}
    select count(*)::int as n from offered_credentials o join move_ins m on m.id = o.move_in_id
    where m.account_id = ${accountId} and o.state = 'open'`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** Withdraws open and declined offers of a migration. Accepted ones belong to their recipients. */
export async function withdrawOffers(trx: Trx, id: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`${customPlan}
    delete from offered_credentials where id in (
      select id from offered_credentials where move_in_id = ${id} and state <> 'accepted' limit ${limit} for update)`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0n);
}

export async function eraseOffers(
  trx: Trx,
  accountId: string,
  addresses: readonly string[],
): Promise<void> {
  await sql`${customPlan}
    delete from offered_credentials o using move_ins m
    where m.id = o.move_in_id and m.account_id = ${accountId} and o.address = any(${[...addresses]}::text[])`.execute(
    trx,
  );
}

/** Deletes offers that nobody answered. */
export async function deleteOldOffers(trx: Trx, oldest: Date): Promise<void> {
  await sql`delete from offered_credentials where state = 'open' and created_at < ${oldest}`.execute(
    trx,
  );
}

/** An offer as its recipient sees it. */
export type Offer = Pick<
  NewOffer,
  'id' | 'badgeName' | 'issuerName' | 'issuedOn' | 'expires' | 'content'
> & {
  /** The issuer of this service that offers it. */
  offeredBy: string;
};

const offerColumns = sql`o.id, o.badge_name as "badgeName", o.issuer_name as "issuerName", o.issued_on as "issuedOn", o.expires,
  i.name as "offeredBy"`;

/**
 * `count` is the number of open offers that the account of its issuer has for the user, including
 * at most `MAX_COUNTED` that aren't shown.
 */
export type ListedOffer = Omit<Offer, 'content'> & { issuerId: string; count: number };

/** Shown of each account, so that none fills a user's list. */
const MAX_PER_ACCOUNT = 3;
/** More offers of an account aren't counted. */
export const MAX_COUNTED = 1_000;

/**
 * Open offers for confirmed addresses of a user, by account: the one with the newest offer first.
 * `before` is the newest offer of the last account of the previous page. `limit` counts accounts.
 * Finds the issuers of each address along the index, and reads a few offers of each.
 */
export async function listOffers(
  db: Database,
  addresses: readonly string[],
  { before, limit }: { before: string | undefined; limit: number },
): Promise<ListedOffer[][]> {
  const isOpen = sql`o.state = 'open' and o.address = s.address`;
  const { rows } = await sql<ListedOffer & { accountId: string }>`${customPlan}
    with recursive sources(address, issuer_id) as (
      select s.address, next.issuer_id from unnest(${[...addresses]}::text[]) s(address) cross join lateral (
        select o.issuer_id from offered_credentials o where ${isOpen} order by o.issuer_id limit 1) next
      union all
      select s.address, next.issuer_id from sources s cross join lateral (
        select o.issuer_id from offered_credentials o where ${isOpen} and o.issuer_id > s.issuer_id order by o.issuer_id limit 1) next),
    issuers_of as materialized (
      select s.address, s.issuer_id, i.account_id, newest.id as newest from sources s
        join issuers i on i.id = s.issuer_id and i.deleted_at is null and ${isNotLeaving('i.account_id')}
        cross join lateral (
          select o.id from offered_credentials o where ${isOpen} and o.issuer_id = s.issuer_id order by o.id desc limit 1) newest),
    page as materialized (
      select * from (select distinct on (account_id) account_id, newest from issuers_of order by account_id, newest desc) accounts
      where ${before ?? null}::uuid is null or newest < ${before ?? null}::uuid
      order by newest desc limit ${limit})
    select ${offerColumns}, o.issuer_id as "issuerId", page.account_id as "accountId", counted.count
    from page
      cross join lateral (
        select top.id from issuers_of s cross join lateral (
          select o.id from offered_credentials o where ${isOpen} and o.issuer_id = s.issuer_id order by o.id desc limit ${MAX_PER_ACCOUNT}) top
        where s.account_id = page.account_id order by top.id desc limit ${MAX_PER_ACCOUNT}) listed
      cross join lateral (
        select count(*)::int as count from (select from issuers_of s join offered_credentials o on ${isOpen} and o.issuer_id = s.issuer_id
          where s.account_id = page.account_id limit ${MAX_PER_ACCOUNT + MAX_COUNTED}) n) counted
      join offered_credentials o on o.id = listed.id join issuers i on i.id = o.issuer_id
    order by page.newest desc, o.id desc`.execute(db);
  return [...Map.groupBy(rows, ({ accountId }) => accountId).values()];
}

/** Open offers of the account that has this issuer, newest first. */
export async function listOffersOfAccount(
  db: Database,
  addresses: readonly string[],
  { issuerId, before, limit }: { issuerId: string; before: string | undefined; limit: number },
): Promise<Omit<Offer, 'content'>[]> {
  const { rows } = await sql<Omit<Offer, 'content'>>`${customPlan}
    select ${offerColumns} from offered_credentials o join issuers i on i.id = o.issuer_id
    where o.state = 'open' and o.address = any(${[...addresses]}::text[]) and i.deleted_at is null and ${isNotLeaving('i.account_id')}
      and i.account_id = (select account_id from issuers where id = ${issuerId})
      and (${before ?? null}::uuid is null or o.id < ${before ?? null}::uuid)
    order by o.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findOffer(
  db: Database,
  id: string,
  addresses: readonly string[],
): Promise<Offer | undefined> {
  const { rows } = await sql<Offer>`
    select ${offerColumns}, coalesce(o.content, '') as content from offered_credentials o join issuers i on i.id = o.issuer_id
    where o.id = ${id} and o.state = 'open' and o.address = any(${[...addresses]}::text[]) and i.deleted_at is null
      and ${isNotLeaving('i.account_id')}`.execute(db);
  return rows[0];
}

/** Ends an offer and forgets whom it was for. Returns false if it was withdrawn or answered. */
export async function closeOffer(
  trx: Trx,
  id: string,
  addresses: readonly string[],
  state: 'accepted' | 'declined',
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update offered_credentials set state = ${state}, address = null, content = null
    where id = ${id} and state = 'open' and address = any(${[...addresses]}::text[])`.execute(trx);
  return numAffectedRows === 1n;
}
