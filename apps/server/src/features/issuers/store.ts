import { sql } from 'kysely';
import type { RoutedId } from '../../kernel/id.ts';
import { customPlan, type Database, newestFirst, type Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';

export const issuerLogos = {
  ...{ table: 'issuers', column: 'logo_cid' },
  ...{ of: 'id', account: 'account_id' },
};

export type IssuerRow = {
  id: string;
  accountId: string;
  name: string;
  url: string;
  email: string;
  logoCid: string | null;
  linkedinOrganizationId: string | null;
  codeHash: Buffer;
  verifiedAt: Date | null;
  createdAt: Date;
};

const columns = sql`id, account_id as "accountId", name, url, email, logo_cid as "logoCid",
  linkedin_organization_id as "linkedinOrganizationId", code_hash as "codeHash", verified_at as "verifiedAt", created_at as "createdAt"`;

export async function hasIssuer(
  db: Database | Trx,
  accountId: string,
  issuerId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from issuers where id = ${issuerId} and account_id = ${accountId} and deleted_at is null
      and ${isNotLeaving('account_id')}`.execute(db);
  return rows.length > 0;
}

/**
 * Blocks other new issuers of the account until the transaction ends, so that the count stays
 * correct. Issuers on their way to the account count too.
 */
export async function lockAndCountIssuers(trx: Trx, accountId: string): Promise<number> {
  await sql`select 1 from account_usage where account_id = ${accountId} for update`.execute(trx);
  const { rows } = await sql<{ n: number }>`${customPlan}
    select ((select count(*) from issuers where account_id = ${accountId} and deleted_at is null)
      + (select count(*) from issuer_transfers where to_account_id = ${accountId} and state = 'accepted'))::int as n`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

/** Requires a routed id, because the address is permanent. */
export async function insertIssuer(trx: Trx, row: IssuerRow & { id: RoutedId }): Promise<void> {
  await sql`
    insert into issuers (id, account_id, name, url, email, logo_cid, linkedin_organization_id, code_hash, verified_at, created_at)
    values (${row.id}, ${row.accountId}, ${row.name}, ${row.url}, ${row.email}, ${row.logoCid},
      ${row.linkedinOrganizationId}, ${row.codeHash}, ${row.verifiedAt}, ${row.createdAt})`.execute(
    trx,
  );
}

/** Returns issuers newest first, after `lastId`. */
export async function issuersPage(
  db: Database,
  accountId: string,
  lastId: string | undefined,
  limit: number,
): Promise<IssuerRow[]> {
  const { where, order } = newestFirst({ account_id: accountId }, 'id', lastId);
  const { rows } = await sql<IssuerRow>`${customPlan}
    select ${columns} from issuers
    where ${where} and deleted_at is null ${order} limit ${limit}`.execute(db);
  return rows;
}

/** Any account: the caller decides how to treat others. */
export async function findIssuer(db: Database, id: string): Promise<IssuerRow | undefined> {
  const { rows } = await sql<IssuerRow>`select ${columns} from issuers
      where id = ${id} and deleted_at is null and ${isNotLeaving('account_id')}`.execute(db);
  return rows[0];
}

export async function lockIssuer(trx: Trx, id: string): Promise<IssuerRow | undefined> {
  const { rows } = await sql<IssuerRow>`
    select ${columns} from issuers
    where id = ${id} and deleted_at is null and ${isNotLeaving('account_id')} for update`.execute(
    trx,
  );
  return rows[0];
}

/** Keeps the edition that credentials have before the locked issuer or its brand changes. */
export async function keepIssuerVersion(trx: Trx, id: string): Promise<void> {
  await sql`select keep_issuer_version(p_issuer => ${id})`.execute(trx);
}

export async function updateIssuerRow(trx: Trx, row: IssuerRow): Promise<void> {
  await sql`
    update issuers set name = ${row.name}, url = ${row.url}, email = ${row.email}, logo_cid = ${row.logoCid},
      linkedin_organization_id = ${row.linkedinOrganizationId}, code_hash = ${row.codeHash}, verified_at = ${row.verifiedAt}
    where id = ${row.id}`.execute(trx);
}

export type BadgeCounts = { listed: number; hidden: number };

/** Listed badges, and deleted ones that a revoked credential needs. */
export async function countBadges(trx: Trx, issuerId: string): Promise<BadgeCounts> {
  const { rows } = await sql<BadgeCounts>`
    select count(*) filter (where deleted_at is null)::int as listed, count(*) filter (where deleted_at is not null)::int as hidden
    from badges where issuer_id = ${issuerId}`.execute(trx);
  return rows[0] ?? { listed: 0, hidden: 0 };
}

/** Counts unrevoked credentials of the issuer up to `limit`. */
export async function countUnrevokedForIssuer(
  db: Database,
  issuerId: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`${customPlan}
    select count(*)::int as n from (
      select from badges b cross join lateral (
        select from credentials c where c.badge_id = b.id and c.revoked_at is null limit ${limit}) c
      where b.issuer_id = ${issuerId} limit ${limit}) issued`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Issuing locks the badge, not the issuer. So this waits for credentials that have the earlier
 * edition and aren't committed yet, and later ones wait for the new edition.
 */
export async function lockIssuerBadges(trx: Trx, issuerId: string): Promise<void> {
  await sql`select from badges where issuer_id = ${issuerId} and deleted_at is null order by id for update`.execute(
    trx,
  );
}

/** True if the issuer has a credential. Blocks new ones until the transaction ends. */
export async function lockBadgesAndFindCredential(trx: Trx, issuerId: string): Promise<boolean> {
  await sql`select 1 from badges where issuer_id = ${issuerId} order by id for update`.execute(trx);
  const { rows } = await sql`${customPlan}
    select 1 from badges b cross join lateral (select from credentials c where c.badge_id = b.id limit 1) issued
    where b.issuer_id = ${issuerId} limit 1`.execute(trx);
  return rows.length > 0;
}

export async function deleteIssuerRow(trx: Trx, id: string): Promise<void> {
  await sql`delete from issuers where id = ${id}`.execute(trx);
}

/** Deletes the row if it is marked as deleted and has no badges. Returns false otherwise. */
export async function deleteUnusedIssuerRow(trx: Trx, id: string): Promise<boolean> {
  await sql`select 1 from issuers where id = ${id} for no key update`.execute(trx);
  const { rows } = await sql`
    delete from issuers i where id = ${id} and deleted_at is not null
      and not exists (select 1 from badges where issuer_id = i.id) returning 1`.execute(trx);
  return rows.length > 0;
}

export async function hideIssuerRow(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`update issuers set deleted_at = ${now} where id = ${id}`.execute(trx);
}

export async function readAccountName(db: Database | Trx, id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from accounts where id = ${id}`.execute(
    db,
  );
  return rows[0]?.name ?? '';
}
