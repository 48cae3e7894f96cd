import { type Plan, type Role, storedForms } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { isDisabledUser } from '../people/sql.ts';

export type MemberRow = {
  memberId: string;
  email: string;
  role: Role;
  status: 'active' | 'pending' | 'disabled' | 'deprovisioned';
};

type ListedMember = MemberRow & { personId: string | null; name: string | null; createdAt: Date };

export async function selectMembers(db: Database, accountId: string): Promise<ListedMember[]> {
  const { rows } = await sql<ListedMember>`
    select m.id as "memberId", m.person_id as "personId", u.name, m.email, m.role, m.status, m.created_at as "createdAt"
    from members m left join auth."user" u on u.id = m.person_id
    where m.account_id = ${accountId} order by m.id`.execute(db);
  return rows;
}

/** Counts seats including invitations, and blocks new ones until the transaction ends. */
export async function lockAndCountSeats(trx: Trx, accountId: string): Promise<number> {
  await sql`select 1 from account_usage where account_id = ${accountId} for update`.execute(trx);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from members where account_id = ${accountId} and status <> 'deprovisioned'`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

export async function findMemberStatus(
  trx: Trx,
  accountId: string,
  email: string,
): Promise<MemberRow['status'] | undefined> {
  const { rows } = await sql<Pick<MemberRow, 'status'>>`
    select status from members where account_id = ${accountId} and lower(email) = any(${storedForms(email.toLowerCase())}::text[])`.execute(
    trx,
  );
  return rows[0]?.status;
}

/** `inviteId` is null unless an invitation is open. */
type MemberAccess = Pick<MemberRow, 'email' | 'status'> & {
  personId: string | null;
  inviteId: string | null;
};
type NewMember = MemberAccess & { memberId: string; accountId: string; role: Role };

/** The database's clock gives the time, because single sign-on compares it with that of sign-ins. */
export async function insertMember(trx: Trx, m: NewMember): Promise<void> {
  await sql`insert into members (id, account_id, person_id, email, role, status, invite_id, created_at)
    values (${m.memberId}, ${m.accountId}, ${m.personId}, ${m.email}, ${m.role},
      ${m.status}, ${m.inviteId}, clock_timestamp())`.execute(trx);
}

export async function setMemberAccess(trx: Trx, id: string, m: MemberAccess): Promise<void> {
  await sql`update members set email = ${m.email}, status = ${m.status}, person_id = ${m.personId},
      invite_id = ${m.inviteId}
    where id = ${id}`.execute(trx);
}

type PendingInvitation = {
  memberId: string;
  accountId: string;
  email: string;
  role: Role;
  accountName: string;
};

export async function findInvitation(
  db: Database,
  inviteId: string,
): Promise<PendingInvitation | undefined> {
  const { rows } = await sql<PendingInvitation>`
    select m.id as "memberId", a.id as "accountId", m.email, m.role, a.name as "accountName"
    from members m join accounts a on a.id = m.account_id
    where m.invite_id = ${inviteId} and m.status = 'pending' and ${isNotLeaving('a.id')}`.execute(
    db,
  );
  return rows[0];
}

/**
 * Returns false if the invitation was accepted or cancelled meanwhile, or if the user is disabled
 * or already a member. The caller has locked the user.
 */
export async function consumeInvitation(
  db: Trx,
  inviteId: string,
  personId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update members set status = 'active', person_id = ${personId}, invite_id = null
    where invite_id = ${inviteId} and status = 'pending'
      and not exists (select 1 from auth."user" u where u.id = ${personId} and ${isDisabledUser('u')})
      and not exists (select 1 from members d
        where d.person_id = ${personId} and d.account_id = members.account_id)`.execute(db);
  return numAffectedRows === 1n;
}

export async function lockMember(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    select id as "memberId", email, role, status from members where id = ${id} and account_id = ${accountId} for update`.execute(
    trx,
  );
  return rows[0];
}

type MemberRole = Pick<MemberRow, 'memberId' | 'role'>;

/** Returns the members who had another role. */
export async function setRoles(
  trx: Trx,
  members: readonly MemberRole[],
): Promise<(MemberRole & Pick<MemberRow, 'status'>)[]> {
  const [ids, roles] = [members.map((m) => m.memberId), members.map((m) => m.role)];
  const { rows } = await sql<MemberRole & Pick<MemberRow, 'status'>>`
    update members m set role = given.role
    from unnest(${ids}::uuid[], ${roles}::text[]) as given (id, role)
    where m.id = given.id and m.role <> given.role
    returning m.id as "memberId", m.role, m.status`.execute(trx);
  return rows;
}

type Membership = { memberId: string; accountId: string };

/**
 * Shows the operator's block in all memberships of the user, which stops their API keys, and locks them until
 * the transaction ends. What a directory ended stays so.
 */
export async function setMemberStatus(
  trx: Trx,
  personId: string,
  status: 'active' | 'disabled',
): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    update members set status = case when ${status} = 'active' and exists (
        select 1 from provisioned_members p where p.member_id = members.id and p.state <> 'active')
      then 'deprovisioned' else ${status} end
    where person_id = ${personId} and status not in ('pending', 'deprovisioned') and status <> ${status}
    returning id as "memberId", account_id as "accountId"`.execute(trx);
  return rows;
}

export async function lockMemberships(db: Database | Trx, personId: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select id as "memberId", account_id as "accountId" from members where person_id = ${personId}`.execute(
    db,
  );
  return rows;
}

/** Returns the user, if the member had one. */
export async function deleteMember(trx: Trx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ personId: string | null }>`
    delete from members where id = ${id} returning person_id as "personId"`.execute(trx);
  return rows[0]?.personId ?? undefined;
}

type Joiner = { accountId: string; personId: string; email: string };
export type JoinedMembership = {
  memberId: string;
  personId: string | null;
  role: Role;
  status: string;
};

/**
 * For someone whom a directory removed and adds again under another address. The earlier row stays, without the
 * user. With `invited`, only if the directory has added that member: an admin's invitation restores nobody.
 */
export async function releaseRemovedMember(
  trx: Trx,
  { accountId, personId }: Pick<Joiner, 'accountId' | 'personId'>,
  invited?: string | RawBuilder<string>,
): Promise<void> {
  const isAdded = sql`exists (
    select 1 from members n join provisioned_members p on p.member_id = n.id and p.state = 'active'
    where n.id = ${invited ?? sql`null`} and n.id <> members.id and n.person_id is null)`;
  await sql`update members set person_id = null
    where account_id = ${accountId} and person_id = ${personId} and status = 'deprovisioned'
      and ${invited ? isAdded : sql`true`}`.execute(trx);
}

/** The user's row in an account, or the invitation of their address. */
export async function lockMembership(
  trx: Trx,
  { accountId, personId, email }: Joiner,
): Promise<JoinedMembership | undefined> {
  const isInvited = sql`lower(email) = any(${storedForms(email.toLowerCase())}::text[])`;
  await releaseRemovedMember(
    trx,
    { accountId, personId },
    sql<string>`(select id from members where account_id = ${accountId} and ${isInvited} limit 1)`,
  );
  const { rows } = await sql<JoinedMembership>`
    select id as "memberId", person_id as "personId", role, status from members
    where account_id = ${accountId}
      and (person_id = ${personId} or ${isInvited})
    order by person_id is not distinct from ${personId}::uuid desc limit 1 for update`.execute(trx);
  return rows[0];
}

export async function activateMember(
  trx: Trx,
  id: string,
  { personId, role }: { personId: string; role: string },
): Promise<void> {
  await sql`update members set role = ${role}, status = 'active', person_id = ${personId}, invite_id = null
    where id = ${id}`.execute(trx);
}

export async function readPlan(trx: Trx, accountId: string): Promise<Plan> {
  const { rows } = await sql<{ plan: Plan }>`
    select plan from accounts where id = ${accountId}`.execute(trx);
  return rows[0]?.plan ?? 'free';
}
