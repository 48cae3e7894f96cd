import { CompiledQuery, sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Database } from '../../platform/db/index.ts';

const callerColumns = `
  m.account_id as "accountId", m.id as "memberId", m.person_id as "personId", m.role, a.plan,
  a.created_at as "accountCreatedAt", o.email as "accountEmail"`;

type KeyCallerRow = Omit<Caller, 'signedInAt' | 'hasSecondFactor'>;
type CallerRow = Omit<KeyCallerRow, 'scope' | 'keyId'>;

/** `bench/` runs pgbench with the same text. */
export const callerByKeyStatement = `select k.id as "keyId", k.scope, ${callerColumns}
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

/** The user's own account, or the first one they joined if they own none; or the named one. */
export async function findCallerByUser(
  db: Database,
  personId: string,
  accountId: string | undefined,
): Promise<(CallerRow & { requiresSecondFactor: boolean }) | undefined> {
  const { rows } = await sql<CallerRow & { requiresSecondFactor: boolean }>`
    select ${sql.raw(callerColumns)}, a.requires_second_factor as "requiresSecondFactor"
    from members m
    join accounts a on a.id = m.account_id
    join members o on o.account_id = a.id and o.role = 'owner'
    where m.person_id = ${personId} and m.status = 'active'
      and case when ${accountId ?? null}::uuid is null then m.id = (
          select id from members where person_id = ${personId} and status <> 'deprovisioned' order by role = 'owner' desc, id limit 1)
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
