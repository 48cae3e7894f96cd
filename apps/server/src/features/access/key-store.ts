import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';

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
