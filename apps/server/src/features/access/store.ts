import type { FirstStep, SecondFactor } from '@insignia/contract';
import { CompiledQuery, sql } from 'kysely';
import type { Caller, User } from '../../kernel/caller.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import {
  enforcedConnection,
  isDisabledUser,
  isOwnSession,
  type SessionUser,
} from '../people/sql.ts';

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

export type SessionRow = {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  address: string | null;
  userAgent: string | null;
  openedBy: FirstStep | null;
  secondFactor: SecondFactor | null;
};

export async function listUserSessions(db: Database, user: SessionUser): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, "createdAt", "expiresAt", "ipAddress" as address, "userAgent", "openedBy", "secondFactor"
    from auth."session"
    where ${isOwnSession(user)} and "expiresAt" > now() order by "createdAt" desc`.execute(db);
  return rows;
}

type OpenSession = {
  secondFactor: SecondFactor | null;
  openedBy: FirstStep | null;
  passkeyId: string | null;
  hasApp: boolean | null;
  ssoConnectionId: string | null;
};

/** Undefined if the session has ended. */
export async function findOpenSession(
  db: Database,
  personId: string,
  sessionId: string,
): Promise<OpenSession | undefined> {
  const { rows } = await sql<OpenSession>`
    select s."secondFactor", s."openedBy", s."passkeyId", u."twoFactorEnabled" as "hasApp",
      s."ssoConnection" as "ssoConnectionId"
    from auth."session" s join auth."user" u on u.id = s."userId"
    where s.id = ${sessionId} and s."userId" = ${personId} and s."expiresAt" > now()
      and not ${isDisabledUser('u')}`.execute(db);
  return rows[0];
}

/** Deletes JWT keys encrypted with a lost SECRET. */
export async function deleteTokenKeys(trx: Trx): Promise<void> {
  await sql`delete from auth."jwks"`.execute(trx);
}

/** Stops signing with them. Issued tokens stay valid for their five minutes. */
export async function retireTokenKeys(trx: Trx): Promise<void> {
  await sql`update auth."jwks" set "expiresAt" = now()`.execute(trx);
}

/**
 * Retires keys encrypted with another version of the secret by a process that hadn't heard of the
 * current one.
 */
export async function retireTokenKeysExcept(db: Database, version: number): Promise<void> {
  await sql`
    update auth."jwks" set "expiresAt" = now()
    where ("expiresAt" is null or "expiresAt" > now()) and "privateKey" like '"$ba$%'
      and not starts_with("privateKey", ${`"$ba$${version}$`})`.execute(db);
}

export type ApiKeyRow = {
  keyId: string;
  name: string;
  scope: 'read' | 'write';
  prefix: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  maker: { personId: string; name: string; email: string };
};
type NewApiKey = {
  id: string;
  accountId: string;
  memberId: string;
  name: string;
  scope: string;
  prefix: string;
  hash: Buffer;
  /** True in a session that single sign-on alone opened. */
  isSsoOnly: boolean;
  now: Date;
};

/** Other additions to the account wait until the transaction ends. */
export async function lockAndCountApiKeys(trx: Trx, accountId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`api keys ${accountId}`}, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from api_keys where account_id = ${accountId}`.execute(trx);
  return rows[0]?.n ?? 0;
}

export async function insertApiKey(db: Trx, key: NewApiKey): Promise<void> {
  await sql`insert into api_keys (id, account_id, member_id, name, scope, prefix, hash, sso_only, created_at)
    values (${key.id}, ${key.accountId}, ${key.memberId}, ${key.name}, ${key.scope}, ${key.prefix}, ${key.hash}, ${key.isSsoOnly}, ${key.now})`.execute(
    db,
  );
}

/** Lists everyone's keys if `memberId` is undefined. */
export async function selectApiKeys(
  db: Database,
  accountId: string,
  memberId: string | undefined,
): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`
    select k.id as "keyId", k.name, k.scope, k.prefix, k.created_at as "createdAt", k.last_used_at as "lastUsedAt",
      json_build_object('personId', u.id, 'name', u.name, 'email', m.email) as maker
    from api_keys k join members m on m.id = k.member_id join auth."user" u on u.id = m.person_id
    where k.account_id = ${accountId} and (${memberId ?? null}::uuid is null or k.member_id = ${memberId ?? null}::uuid)
    order by k.id desc`.execute(db);
  return rows;
}

export async function deleteApiKey(
  db: Trx,
  accountId: string,
  memberId: string | undefined,
  id: string,
): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from api_keys
    where id = ${id} and account_id = ${accountId}
      and (${memberId ?? null}::uuid is null or member_id = ${memberId ?? null}::uuid)
    returning name`.execute(db);
  return rows[0];
}

export async function deleteApiKeyAsOperator(
  trx: Trx,
  id: string,
): Promise<{ name: string; accountId: string } | undefined> {
  const { rows } = await sql<{ name: string; accountId: string }>`
    delete from api_keys where id = ${id} returning name, account_id as "accountId"`.execute(trx);
  return rows[0];
}

export async function deleteUserApiKeys(
  trx: Trx,
  personId: string,
): Promise<{ keyId: string; accountId: string; name: string }[]> {
  const { rows } = await sql<{ keyId: string; accountId: string; name: string }>`
    delete from api_keys k using members m where m.id = k.member_id and m.person_id = ${personId}
    returning k.id as "keyId", k.account_id as "accountId", k.name`.execute(trx);
  return rows;
}

/** Deletes the keys that a member made for this account, and returns their number. */
export async function deleteMemberApiKeys(trx: Trx, memberId: string): Promise<number> {
  const { numAffectedRows } = await sql`delete from api_keys where member_id = ${memberId}`.execute(
    trx,
  );
  return Number(numAffectedRows);
}

export async function recordApiKeyUse(db: Database, ids: string[], times: Date[]): Promise<void> {
  await sql`update api_keys k set last_used_at = greatest(k.last_used_at, used.at)
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as used (id, at) where k.id = used.id`.execute(
    db,
  );
}
