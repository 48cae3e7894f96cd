import { type ProvisionedRole, type Role, roles } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';
import {
  type FieldFilter,
  findGroupRole,
  type GroupField,
  type GroupRoles,
  type Page,
} from './rules.ts';
import { hasId, isVisible, joinConditions } from './sql.ts';

export type GroupReference = { value: string; display: string };

export type GroupRow = {
  id: string;
  name: string;
  externalId: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
};

const groupColumns = sql`
  g.id, g.name, g.external_id as "externalId", g.version, g.created_at as "createdAt", g.updated_at as "updatedAt"`;

export async function findGroup(
  db: Database | Trx,
  accountId: string,
  id: string,
  lock = false,
): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`select ${groupColumns} from provisioned_groups g
    where g.id = ${id} and g.account_id = ${accountId} ${lock ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows[0];
}

function filterGroups(accountId: string, filter: FieldFilter<GroupField>): RawBuilder<unknown> {
  const conditions = filter.map(({ field, value }) => {
    if (field === 'id') return hasId(sql`g.id`, value);
    if (field === 'displayName') return sql`lower(g.name) = lower(${value})`;
    if (field === 'externalId') return sql`g.external_id = ${value}`;
    return sql`exists (select 1 from provisioned_group_members x
      where x.group_id = g.id and ${hasId(sql`x.member_id`, value)})`;
  });
  return joinConditions([sql`g.account_id = ${accountId}`, ...conditions]);
}

export async function countGroups(
  db: Database,
  accountId: string,
  filter: FieldFilter<GroupField>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from provisioned_groups g
    where ${filterGroups(accountId, filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function listGroups(
  db: Database,
  accountId: string,
  filter: FieldFilter<GroupField>,
  { startIndex, count }: Page,
): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`select ${groupColumns} from provisioned_groups g
    where ${filterGroups(accountId, filter)} order by g.id limit ${count} offset ${startIndex - 1}`.execute(
    db,
  );
  return rows;
}

/** Directory groups with their numbers of members, by name. */
export async function countGroupMembers(
  db: Database,
  accountId: string,
): Promise<{ groupId: string; name: string; members: number }[]> {
  const { rows } = await sql<{ groupId: string; name: string; members: number }>`
    select g.id as "groupId", g.name,
      (select count(*)::integer from provisioned_group_members x where x.group_id = g.id) as members
    from provisioned_groups g where g.account_id = ${accountId} order by lower(g.name) limit 200`.execute(
    db,
  );
  return rows;
}

export async function listGroupMembers(
  db: Database | Trx,
  groupId: string,
): Promise<GroupReference[]> {
  const { rows } = await sql<GroupReference>`
    select x.member_id as value, m.email as display
    from provisioned_group_members x join members m on m.id = x.member_id
    where x.group_id = ${groupId} order by x.member_id`.execute(db);
  return rows;
}

type NewGroup = Pick<GroupRow, 'id' | 'name' | 'externalId'> & { accountId: string; now: Date };

export async function insertGroup(trx: Trx, g: NewGroup): Promise<void> {
  await sql`insert into provisioned_groups (id, account_id, name, external_id, created_at, updated_at)
    values (${g.id}, ${g.accountId}, ${g.name}, ${g.externalId}, ${g.now}, ${g.now})`.execute(trx);
}

export async function saveGroup(
  trx: Trx,
  { id, name, externalId }: Pick<GroupRow, 'id' | 'name' | 'externalId'>,
  now: Date,
): Promise<void> {
  await sql`update provisioned_groups set name = ${name}, external_id = ${externalId}, version = version + 1,
      updated_at = ${now}
    where id = ${id}`.execute(trx);
}

export async function deleteGroupRow(trx: Trx, id: string): Promise<void> {
  await sql`delete from provisioned_groups where id = ${id}`.execute(trx);
}

/** Counts the ids that are members whom the directory sees. Locks them against deletion. */
export async function countKnownMembers(
  trx: Trx,
  accountId: string,
  ids: string[],
): Promise<number> {
  const { rows } =
    await sql`select 1 from members m left join provisioned_members p on p.member_id = m.id
    where m.account_id = ${accountId} and m.id = any(${ids}::uuid[]) and ${isVisible}
    order by m.id for key share of m`.execute(trx);
  return rows.length;
}

/** Returns the members that weren't in the group. */
export async function addGroupMembers(trx: Trx, groupId: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into provisioned_group_members (group_id, member_id)
    select ${groupId}, id from unnest(${ids}::uuid[]) as id on conflict do nothing returning member_id as id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Removes these members, or all but these. Returns those that were in the group. */
export async function removeGroupMembers(
  trx: Trx,
  groupId: string,
  ids: string[],
  which: 'these' | 'others',
): Promise<string[]> {
  const chosen =
    which === 'these'
      ? sql`member_id = any(${ids}::uuid[])`
      : sql`member_id <> all(${ids}::uuid[])`;
  const { rows } = await sql<{ id: string }>`
    delete from provisioned_group_members where group_id = ${groupId} and ${chosen} returning member_id as id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Returns the groups of each member of a page. */
export async function listGroupsOfUsers(
  db: Database | Trx,
  ids: string[],
): Promise<Map<string, GroupReference[]>> {
  const { rows } = await sql<{ id: string; groups: GroupReference[] }>`
    select g.member_id as id, json_agg(json_build_object('value', o.id, 'display', o.name) order by o.id) as groups
    from provisioned_group_members g join provisioned_groups o on o.id = g.group_id
    where g.member_id = any(${ids}::uuid[]) group by g.member_id`.execute(db);
  return new Map(rows.map(({ id, groups }) => [id, groups]));
}

export async function leaveGroups(trx: Trx, memberId: string): Promise<void> {
  await sql`with gone as (
      delete from provisioned_group_members where member_id = ${memberId} returning group_id)
    update provisioned_groups set version = version + 1 where id in (select group_id from gone)`.execute(
    trx,
  );
}

type GroupRoleRow = { defaultRole: 'viewer' | 'editor'; names: string[]; roles: ProvisionedRole[] };

/**
 * Makes changes of an account's role map and of its groups take turns: each reads what the other
 * writes. Take it before any row lock.
 */
export async function lockGroupRoles(trx: Trx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`scim roles ${accountId}`}, 0))`.execute(
    trx,
  );
}

/** `written` has the names as the administrator wrote them. */
export async function readGroupRoles(
  db: Database | Trx,
  accountId: string,
): Promise<
  GroupRoles & {
    defaultRole: 'viewer' | 'editor';
    written: { group: string; role: ProvisionedRole }[];
  }
> {
  const { rows } = await sql<GroupRoleRow>`
    select default_role as "defaultRole", group_names as names, group_roles as roles
    from provisioning_settings where account_id = ${accountId}`.execute(db);
  const { defaultRole = 'viewer', names = [], roles: given = [] } = rows[0] ?? {};
  const written = names.map((group, at) => ({ group, role: given[at] ?? 'viewer' }));
  const groups = new Map(written.map(({ group, role }) => [group.toLowerCase(), role]));
  return { defaultRole, groups, written };
}

export async function saveGroupRoles(
  trx: Trx,
  accountId: string,
  { defaultRole, names, roles: given }: GroupRoleRow,
): Promise<void> {
  await sql`insert into provisioning_settings (account_id, default_role, group_names, group_roles)
    values (${accountId}, ${defaultRole}, ${names}, ${given})
    on conflict (account_id) do update set default_role = excluded.default_role,
      group_names = excluded.group_names, group_roles = excluded.group_roles`.execute(trx);
}

type NamedGroup = { id: string; name: string };

/**
 * Locks members, and finds the highest role of each one's groups, or the default role without one. Only
 * members who have it already get a role above `limit`; others get `limit`. Leaves out the owner.
 */
export async function lockAndFindRoles(
  trx: Trx,
  accountId: string,
  limit: ProvisionedRole,
  roleMap: GroupRoles,
  ids: string[],
): Promise<{ memberId: string; role: Role }[]> {
  const rank = (role: RawBuilder<unknown>) => sql`array_position(${[...roles]}::text[], ${role})`;
  await sql`select 1 from members where account_id = ${accountId} and id = any(${ids}::uuid[])
    order by id for no key update`.execute(trx);
  const { rows: groups } = await sql<NamedGroup>`
    select o.id, o.name from provisioned_groups o where o.account_id = ${accountId} and exists (
      select from provisioned_group_members g where g.group_id = o.id and g.member_id = any(${ids}::uuid[]))`.execute(
    trx,
  );
  const given = groups.flatMap(({ id, name }) => {
    const role = findGroupRole(roleMap, name);
    return role ? [{ id, role }] : [];
  });
  const groupIds = given.map(({ id }) => id);
  const { rows } = await sql<{ memberId: string; role: Role }>`
    with wanted as (
      select m.id, coalesce(max(${rank(sql`r.role`)}), ${rank(sql`${roleMap.defaultRole}::text`)}) as rank
      from members m
        left join provisioned_group_members g on g.member_id = m.id
        left join unnest(${groupIds}::uuid[], ${given.map(({ role }) => role)}::text[]) as r (group_id, role)
          on r.group_id = g.group_id
      where m.account_id = ${accountId} and m.role <> 'owner' and m.id = any(${ids}::uuid[]) group by m.id)
    select m.id as "memberId",
      (${[...roles]}::text[])[least(w.rank, greatest(${rank(sql`m.role`)}, ${rank(sql`${limit}::text`)}))] as role
    from wanted w join members m on m.id = w.id`.execute(trx);
  return rows;
}

export async function isOwnerAmong(trx: Trx, accountId: string, ids: string[]): Promise<boolean> {
  const { rows } = await sql`select 1 from members
    where account_id = ${accountId} and role = 'owner' and id = any(${ids}::uuid[])`.execute(trx);
  return rows.length > 0;
}

/** Members of groups whose role differs between two maps. */
export async function listMembersWithOtherRole(
  trx: Trx,
  accountId: string,
  before: GroupRoles,
  after: GroupRoles,
): Promise<string[]> {
  const { rows: groups } = await sql<NamedGroup>`
    select id, name from provisioned_groups where account_id = ${accountId}`.execute(trx);
  const changed = groups.filter(
    ({ name }) => findGroupRole(before, name) !== findGroupRole(after, name),
  );
  const { rows } = await sql<{ id: string }>`
    select distinct member_id as id from provisioned_group_members
    where group_id = any(${changed.map(({ id }) => id)}::uuid[])`.execute(trx);
  return rows.map(({ id }) => id);
}
