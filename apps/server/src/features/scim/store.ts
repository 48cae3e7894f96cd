import { type Plan, type ProvisionedRole, type Role, storedForms } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import type { FieldFilter, Page, UserChange, UserField } from './rules.ts';
import { hasId, isVisible, joinConditions } from './sql.ts';

/** The account and token of a request. */
export type Directory = {
  accountId: string;
  tokenId: string;
  role: ProvisionedRole;
  plan: Plan;
  accountName: string;
  /** The address that the account's owner signed up with. */
  accountEmail: string;
};

export async function findDirectory(db: Database, hash: Buffer): Promise<Directory | undefined> {
  const { rows } = await sql<Directory>`
    select t.account_id as "accountId", t.id as "tokenId", t.role, a.plan, a.name as "accountName", o.email as "accountEmail"
    from provisioning_tokens t join accounts a on a.id = t.account_id
      join members o on o.account_id = a.id and o.role = 'owner'
    where t.hash = ${hash} and ${isNotLeaving('a.id')}`.execute(db);
  return rows[0];
}

export type UserRow = {
  id: string;
  personId: string | null;
  email: string;
  role: Role;
  status: 'active' | 'pending' | 'disabled' | 'deprovisioned';
  /** Null for members that the directory never changed. */
  state: 'active' | 'inactive' | 'deleted' | null;
  externalId: string | null;
  givenName: string | null;
  familyName: string | null;
  formattedName: string | null;
  displayName: string | null;
  workEmail: string | null;
  createdAt: Date;
  updatedAt: Date;
};
const userColumns = sql`
  m.id, m.person_id as "personId", m.email, m.role, m.status, p.state, p.external_id as "externalId",
  p.given_name as "givenName", p.family_name as "familyName", p.formatted_name as "formattedName",
  coalesce(p.display_name, u.name) as "displayName",
  p.work_email as "workEmail", m.created_at as "createdAt",
  greatest(p.updated_at, m.created_at) as "updatedAt"`;
const users = sql`members m left join provisioned_members p on p.member_id = m.id left join auth."user" u on u.id = m.person_id`;
/** Members that the directory deleted stay as rows that it doesn't see. */
const isAddress = (email: string) =>
  sql`lower(m.email) = any(${storedForms(email.toLowerCase())}::text[])`;

/** `lock` makes other changes of this member wait until the transaction ends. */
export async function findUser(
  db: Database | Trx,
  accountId: string,
  id: string,
  lock = false,
): Promise<UserRow | undefined> {
  const locking = lock ? sql`for update of m` : sql``;
  const { rows } = await sql<UserRow>`select ${userColumns} from ${users}
    where m.id = ${id} and m.account_id = ${accountId} and ${isVisible} ${locking}`.execute(db);
  return rows[0];
}

/** Also finds those that the directory deleted. */
export async function lockUserByAddress(
  trx: Trx,
  accountId: string,
  email: string,
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select ${userColumns} from ${users}
    where m.account_id = ${accountId} and ${isAddress(email)} for update of m`.execute(trx);
  return rows[0];
}

function filterUsers(accountId: string, filter: FieldFilter<UserField>): RawBuilder<unknown> {
  const conditions = filter.map(({ field, value }) => {
    if (field === 'id') return hasId(sql`m.id`, value);
    if (field === 'externalId') return sql`p.external_id = ${value}`;
    if (field === 'userName') return isAddress(value);
    return sql`m.id in (
      select w.member_id from provisioned_members w
      where w.account_id = ${accountId} and lower(w.work_email) = lower(${value})
      union all select m.id from members m where m.account_id = ${accountId} and ${isAddress(value)})`;
  });
  return joinConditions([sql`m.account_id = ${accountId}`, isVisible, ...conditions]);
}

export async function countUsers(
  db: Database,
  accountId: string,
  filter: FieldFilter<UserField>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n
    from members m left join provisioned_members p on p.member_id = m.id
    where ${filterUsers(accountId, filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function listUsers(
  db: Database,
  accountId: string,
  filter: FieldFilter<UserField>,
  { startIndex, count }: Page,
): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`select ${userColumns} from ${users}
    where ${filterUsers(accountId, filter)} order by m.id limit ${count} offset ${startIndex - 1}`.execute(
    db,
  );
  return rows;
}

/** Writes the details of a member. Absent fields stay as they are. */
export async function saveDetails(
  trx: Trx,
  { id, accountId }: { id: string; accountId: string },
  state: 'active' | 'inactive' | 'deleted',
  change: UserChange,
  now: Date,
): Promise<void> {
  const { externalId, givenName, familyName, formattedName, displayName, workEmail } = change;
  const choose = (value: string | null | undefined, column: string) =>
    value === undefined
      ? sql.ref(`provisioned_members.${column}`)
      : sql`excluded.${sql.ref(column)}`;
  await sql`insert into provisioned_members as provisioned_members
      (member_id, account_id, state, external_id, given_name, family_name, formatted_name, display_name, work_email, updated_at)
    values (${id}, ${accountId}, ${state}, ${externalId ?? null}, ${givenName ?? null}, ${familyName ?? null},
      ${formattedName ?? null}, ${displayName ?? null}, ${workEmail ?? null}, ${now})
    on conflict (member_id) do update set state = excluded.state, updated_at = excluded.updated_at,
      external_id = ${choose(externalId, 'external_id')}, given_name = ${choose(givenName, 'given_name')},
      family_name = ${choose(familyName, 'family_name')},
      formatted_name = ${choose(formattedName, 'formatted_name')},
      display_name = ${choose(displayName, 'display_name')}, work_email = ${choose(workEmail, 'work_email')}`.execute(
    trx,
  );
}

export async function findInviteId(trx: Trx, memberId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select invite_id as id from members where id = ${memberId}`.execute(trx);
  return rows[0]?.id ?? null;
}

/** The user whom the directory deactivated under another userName, by the id that it has for them. */
export async function findDeactivatedUser(
  trx: Trx,
  accountId: string,
  externalId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ personId: string | null }>`
    select m.person_id as "personId" from provisioned_members p join members m on m.id = p.member_id
    where p.account_id = ${accountId} and p.external_id = ${externalId} and p.state = 'inactive'
      and m.status = 'deprovisioned' and m.person_id is not null order by m.id desc limit 1`.execute(
    trx,
  );
  return rows[0]?.personId ?? undefined;
}

/** True for users who belong to another account, or belonged to one until its directory removed them. */
export async function isMemberElsewhere(
  trx: Trx,
  personId: string,
  accountId: string,
): Promise<boolean> {
  const { rows } = await sql`select 1 from members
    where person_id = ${personId} and account_id <> ${accountId} limit 1`.execute(trx);
  return rows.length > 0;
}

export async function isMemberOf(trx: Trx, personId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from members
    where person_id = ${personId} and account_id = ${accountId} and status <> 'deprovisioned'`.execute(
    trx,
  );
  return rows.length > 0;
}

export type ProvisioningTokenRow = {
  tokenId: string;
  role: ProvisionedRole;
  prefix: string;
  createdAt: Date;
  createdBy: string | null;
  lastUsedAt: Date | null;
};

export async function listTokens(db: Database, accountId: string): Promise<ProvisioningTokenRow[]> {
  const { rows } = await sql<ProvisioningTokenRow>`
    select t.id as "tokenId", t.role, t.prefix, t.created_at as "createdAt", u.name as "createdBy", t.last_used_at as "lastUsedAt"
    from provisioning_tokens t left join auth."user" u on u.id = t.person_id
    where t.account_id = ${accountId} order by t.id desc`.execute(db);
  return rows;
}

type NewToken = Pick<ProvisioningTokenRow, 'role' | 'prefix'> & {
  id: string;
  accountId: string;
  personId: string;
  hash: Buffer;
  now: Date;
};

/** Other additions to the account wait until the transaction ends. */
export async function lockAndCountTokens(trx: Trx, accountId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`scim tokens ${accountId}`}, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from provisioning_tokens where account_id = ${accountId}`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

export async function insertProvisioningToken(trx: Trx, t: NewToken): Promise<void> {
  await sql`insert into provisioning_tokens (id, account_id, role, prefix, hash, person_id, created_at)
    values (${t.id}, ${t.accountId}, ${t.role}, ${t.prefix}, ${t.hash}, ${t.personId}, ${t.now})`.execute(
    trx,
  );
}

/** Returns the prefix, or undefined for an unknown token. */
export async function deleteToken(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ prefix: string }>`
    delete from provisioning_tokens where id = ${id} and account_id = ${accountId} returning prefix`.execute(
    trx,
  );
  return rows[0]?.prefix;
}

export type DirectoryRequest = {
  at: Date;
  tokenId: string;
  method: string;
  resource: string;
  status: number;
  error: string | null;
};

const MAX_STORED_REQUESTS = 100;

/** Keeps the newest requests of an account. */
export async function recordRequest(
  db: Database,
  id: string,
  accountId: string,
  { at, tokenId, method, resource, status, error }: DirectoryRequest,
): Promise<void> {
  await sql`with used as (
      update provisioning_tokens set last_used_at = ${at} where id = ${tokenId}),
    old as (delete from provisioning_requests where account_id = ${accountId} and id < (
      select id from provisioning_requests where account_id = ${accountId}
      order by id desc offset ${MAX_STORED_REQUESTS - 1} limit 1))
    insert into provisioning_requests (id, account_id, token_id, method, resource, status, error, created_at)
    values (${id}, ${accountId}, ${tokenId}, ${method}, ${resource}, ${status}, ${error}, ${at})`.execute(
    db,
  );
}

export async function listRequests(
  db: Database,
  accountId: string,
  limit: number,
): Promise<DirectoryRequest[]> {
  const { rows } = await sql<DirectoryRequest>`
    select created_at as at, token_id as "tokenId", method, resource, status, error
    from provisioning_requests where account_id = ${accountId} order by id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}
