import { type RawBuilder, sql } from 'kysely';
import type { User } from '../../kernel/caller.ts';

export type SessionUser = Pick<User, 'personId' | 'sessionId'> &
  Partial<Pick<User, 'ssoConnectionId' | 'isSsoOnly'>>;

/**
 * The sessions that a user sees and ends. A session that single sign-on alone opened is shown as what it
 * reaches: itself, and those that the same connection alone opened.
 */
export function isOwnSession(user: SessionUser): RawBuilder<boolean> {
  const { personId, sessionId, ssoConnectionId, isSsoOnly } = user;
  if (!isSsoOnly) return sql<boolean>`"userId" = ${personId}`;
  return sql<boolean>`"userId" = ${personId} and (id = ${sessionId ?? null}::uuid or ("openedBy" = 'sso'
    and "secondFactor" is null and "passkeyId" is null and "ssoConnection" = ${ssoConnectionId ?? null}::uuid))`;
}

/** True if the operator disabled the user of an alias. */
export const isDisabledUser = (user: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${user}.disabledAt`)} is not null)`;

/** `member` and `user` are aliases of rows in the query, `used` is the connection of the session. */
type MemberRows = { member: string; user: string; used: string | undefined };

/**
 * The id of the enforced connection that a member must use in its account, or null. It covers members
 * with any address in its verified domains, also the one that the account invited, and those who signed
 * in through it since they were invited, so that changing one's address is no way out. Another connection
 * takes them over if it has the domain of an address from before, or opened the session. The break-glass
 * owner is exempt.
 */
export function enforcedConnection(rows: MemberRows): RawBuilder<string | null> {
  const { member, user, used } = rows;
  const invited = sql`union all select ${sql.ref(`${member}.email`)}`;
  // A primary address gets its row late, as confirmed at that time.
  const isLater = sql`a.confirmed_at > a.created_at and a.confirmed_at > i.created_at`;
  const isLinked = sql`exists (select 1 from sso_identities i
      where i.connection_id = c.id and i.person_id = ${sql.ref(`${user}.id`)} and i.used_at >= ${sql.ref(`${member}.created_at`)}
        and not exists (select 1 from sso_domains o
          where o.account_id = c.account_id and o.connection_id <> c.id and o.verified_at is not null
            and (o.connection_id = ${used ?? null}::uuid and ${hasAddressIn('o', user, invited)}
              or ${hasAddressIn('o', user, invited, isLater)})))`;
  return selectEnforced(rows, sql`(${hasAddressIn('d', user, invited)} or ${isLinked})`);
}

/**
 * The same for opening a session, which may reach more than this account. Only the user's own addresses
 * count: the provider signs in nobody else, and the account's directory chooses the member's address.
 */
export const enforcedSignIn = (rows: MemberRows): RawBuilder<string | null> =>
  selectEnforced(rows, hasAddressIn('d', rows.user));

function selectEnforced(
  { member, user, used }: MemberRows,
  isCovered: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql<string | null>`(select c.id from sso_connections c
    where c.account_id = ${sql.ref(`${member}.account_id`)} and c.enforced and c.disabled_at is null
      and not (${sql.ref(`${member}.role`)} = 'owner' and c.break_glass_id is not distinct from ${sql.ref(`${user}.id`)})
      and exists (select 1 from sso_domains d
        where d.connection_id = c.id and d.verified_at is not null and ${isCovered})
    order by c.id is not distinct from ${used ?? null}::uuid desc, c.id limit 1)`;
}

/** True if a user has an address, or one of `others`, in the domain of a row. Confirmed rows `a` may be ignored. */
const hasAddressIn = (
  domain: string,
  user: string,
  others = sql``,
  isIgnored = sql`false`,
): RawBuilder<unknown> => sql`exists (
    select 1 from (select ${sql.ref(`${user}.email`)} as email where not exists (select 1 from user_addresses a
        where a.person_id = ${sql.ref(`${user}.id`)} and a.email = ${sql.ref(`${user}.email`)} and ${isIgnored})
      ${others} union all select a.email from user_addresses a
      where a.person_id = ${sql.ref(`${user}.id`)} and a.confirmed_at is not null and not (${isIgnored})) own
    where substring(lower(own.email) from '@([^@]*)$') in (${sql.ref(`${domain}.domain`)}, ${sql.ref(`${domain}.written`)}))`;
