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

/**
 * The id of the enforced connection that a member must use, or null. It covers members with any
 * address in its verified domains, also the one that the account invited, and those who signed in
 * through it before, so that changing one's address is no way out. The break-glass owner is exempt.
 * `member` and `user` are aliases of rows in the query.
 */
export function enforcedConnection(member: string, user: string): RawBuilder<string | null> {
  return sql<string | null>`(select c.id from sso_connections c
    where c.account_id = ${sql.ref(`${member}.account_id`)} and c.enforced and c.disabled_at is null
      and not (${sql.ref(`${member}.role`)} = 'owner' and c.break_glass_id is not distinct from ${sql.ref(`${user}.id`)})
      and exists (select 1 from sso_domains d where d.connection_id = c.id and d.verified_at is not null
        and (exists (
            select 1 from (select ${sql.ref(`${user}.email`)} as email union all select ${sql.ref(`${member}.email`)}
              union all select a.email from user_addresses a
              where a.person_id = ${sql.ref(`${user}.id`)} and a.confirmed_at is not null) own
            where substring(lower(own.email) from '@([^@]*)$') in (d.domain, d.written))
          or exists (select 1 from sso_identities i where i.connection_id = c.id and i.person_id = ${sql.ref(`${user}.id`)})))
    order by c.id limit 1)`;
}
