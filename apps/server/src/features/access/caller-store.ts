import { CompiledQuery, sql } from 'kysely';
import type { Caller, User } from '../../kernel/caller.ts';
import type { Database } from '../../platform/db/index.ts';
import { enforcedConnection } from '../people/sql.ts';

const callerColumns = `
  m.account_id as "accountId", m.id as "memberId", m.person_id as "personId", m.role, a.plan,
  a.created_at as "accountCreatedAt", o.email as "accountEmail"`;

type KeyCallerRow = Omit<Caller, 'signedInAt'>;
type CallerRow = Omit<KeyCallerRow, 'scope' | 'keyId' | 'isSsoOnly'>;

/** `bench/` runs pgbench with the same text. */
export const callerByKeyStatement =
  `select k.id as "keyId", k.scope, k.sso_only as "isSsoOnly", ${callerColumns}
  from api_keys k
  join members m on m.id = k.member_id and m.status = 'active'
  join accounts a on a.id = k.account_id
  join members o on o.account_id = a.id and o.role = 'owner'
  where k.hash = $1`.replaceAll(/\s+/g, ' ');

export async function findCallerByKey(db: Database, hash: Buffer): Promise<Caller | undefined> {
  const { rows } = await db
    .getExecutor()
    .executeQuery<KeyCallerRow>(CompiledQuery.raw(callerByKeyStatement, [hash]));
  return rows[0];
}

export type AccountRules = {
  requiresSecondFactor: boolean;
  /** The connection that the member's sessions must come from. */
  requiredSso: string | null;
  /** True if the account's own identity provider opened the session. */
  isOwnSso: boolean;
};

/**
 * The named account. Without a name, the user's own account, or the first one they joined if they own
 * none. For a session that single sign-on alone opened, the connection's account comes first. Sessions
 * that were open when the account began to require a second factor are exempt.
 */
export async function findCallerByUser(
  db: Database,
  {
    personId,
    sessionId,
    ssoConnectionId,
    isSsoOnly,
  }: Pick<User, 'personId' | 'sessionId' | 'ssoConnectionId' | 'isSsoOnly'>,
  accountId: string | undefined,
): Promise<(CallerRow & AccountRules) | undefined> {
  const { rows } = await sql<CallerRow & AccountRules>`
    select ${sql.raw(callerColumns)}, a.requires_second_factor and not exists (
        select 1 from second_factor_exemptions e
        where e.session_id = ${sessionId ?? null}::uuid and e.account_id = a.id) as "requiresSecondFactor",
      ${enforcedConnection({ member: 'm', user: 'u', used: ssoConnectionId })} as "requiredSso",
      exists (select 1 from sso_connections c
        where c.id = ${ssoConnectionId ?? null}::uuid and c.account_id = a.id) as "isOwnSso"
    from members m
    join auth."user" u on u.id = m.person_id
    join accounts a on a.id = m.account_id
    join members o on o.account_id = a.id and o.role = 'owner'
    where m.person_id = ${personId} and m.status = 'active'
      and case when ${accountId ?? null}::uuid is null then m.id = (
          select id from members where person_id = ${personId} and status <> 'deprovisioned'
          order by ${isSsoOnly}::boolean and account_id = (select account_id from sso_connections where id = ${ssoConnectionId ?? null}::uuid) desc nulls last,
            role = 'owner' desc, id limit 1)
        else m.account_id = ${accountId ?? null}::uuid end
    `.execute(db);
  return rows[0];
}

/** False for recipients, who sign in to see their own credentials, and for people whom a directory removed. */
export async function hasAccount(db: Database, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from members where person_id = ${personId} and status <> 'deprovisioned' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
