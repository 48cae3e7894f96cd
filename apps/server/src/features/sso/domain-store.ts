import { sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';

export type DomainRow = {
  id: string;
  accountId: string;
  domain: string;
  token: string;
  connectionId: string | null;
  verifiedAt: Date | null;
  missingSince: Date | null;
};

const columns = sql`id, account_id as "accountId", domain, token, connection_id as "connectionId",
  verified_at as "verifiedAt", missing_since as "missingSince"`;

export async function listDomainRows(db: Database | Trx, accountId: string): Promise<DomainRow[]> {
  const { rows } = await sql<DomainRow>`
    select ${columns} from sso_domains where account_id = ${accountId} order by id`.execute(db);
  return rows;
}

export async function findDomain(
  db: Database | Trx,
  accountId: string,
  domain: string,
): Promise<DomainRow | undefined> {
  const { rows } = await sql<DomainRow>`
    select ${columns} from sso_domains where account_id = ${accountId} and domain = ${domain}`.execute(
    db,
  );
  return rows[0];
}

export async function lockDomain(trx: Trx, id: string): Promise<DomainRow | undefined> {
  const { rows } = await sql<DomainRow>`
    select ${columns} from sso_domains where id = ${id} for update`.execute(trx);
  return rows[0];
}

/** Accounts that have verified these domains, by domain. */
export async function findDomainOwners(
  trx: Trx,
  domains: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ domain: string; accountId: string }>`${customPlan}
    select domain, account_id as "accountId" from sso_domains
    where domain = any(${[...domains]}::text[]) and verified_at is not null`.execute(trx);
  return new Map(rows.map(({ domain, accountId }) => [domain, accountId]));
}

type NewDomain = Pick<DomainRow, 'id' | 'accountId' | 'domain' | 'token'> & { written: string };

export async function insertDomain(trx: Trx, d: NewDomain, now: Date): Promise<void> {
  await sql`insert into sso_domains (id, account_id, domain, written, token, created_at)
    values (${d.id}, ${d.accountId}, ${d.domain}, ${d.written}, ${d.token}, ${now})`.execute(trx);
}

/** Fails with 23505 if another account has verified the domain. */
export async function markVerified(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`update sso_domains set verified_at = coalesce(verified_at, ${now}), checked_at = ${now}, missing_since = null
    where id = ${id}`.execute(trx);
}

export async function markMissing(trx: Trx, id: string, since: Date): Promise<void> {
  await sql`update sso_domains set missing_since = ${since} where id = ${id}`.execute(trx);
}

/** Lets other accounts verify it. */
export async function markUnverified(trx: Trx, id: string): Promise<void> {
  await sql`update sso_domains set verified_at = null, missing_since = null where id = ${id}`.execute(
    trx,
  );
}

export async function deleteDomainRow(trx: Trx, id: string): Promise<void> {
  await sql`delete from sso_domains where id = ${id}`.execute(trx);
}

/** Replaces the domains of a connection. */
export async function assignDomains(
  trx: Trx,
  accountId: string,
  connectionId: string,
  domains: readonly string[],
): Promise<void> {
  await sql`update sso_domains set connection_id = case when domain = any(${[...domains]}::text[]) then ${connectionId}::uuid end
    where account_id = ${accountId} and (connection_id = ${connectionId} or domain = any(${[...domains]}::text[]))`.execute(
    trx,
  );
}

const MAX_DUE = 100;

/** Marks verified domains as checked whose last check is older, and returns them. */
export async function takeDueDomains(
  trx: Trx,
  before: Date,
  now: Date,
): Promise<{ id: string; accountId: string }[]> {
  const { rows } = await sql<{ id: string; accountId: string }>`
    update sso_domains set checked_at = ${now} where id in (
      select id from sso_domains where verified_at is not null and checked_at <= ${before}
      order by checked_at limit ${MAX_DUE} for update skip locked)
    returning id, account_id as "accountId"`.execute(trx);
  return rows;
}

/** Sign-in addresses of the account's admins. */
export async function listAdminEmails(trx: Trx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select u.email from members m join auth."user" u on u.id = m.person_id
    where m.account_id = ${accountId} and m.status = 'active' and m.role in ('owner', 'admin')
    order by m.id limit 50`.execute(trx);
  return rows.map(({ email }) => email);
}
