import type { Plan, Role } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from './sql.ts';

type NewAccount = {
  id: string;
  name: string;
  plan: string;
};

export async function insertAccount(
  trx: Trx,
  account: NewAccount,
  now: Date,
  period: Date,
): Promise<void> {
  const { id, name, plan } = account;
  await sql`insert into accounts (id, name, plan, created_at) values (${id}, ${name}, ${plan}, ${now})`.execute(
    trx,
  );
  await sql`insert into account_usage (account_id, period_start) values (${id}, ${period})`.execute(
    trx,
  );
}

type AccountRow = {
  name: string;
  usage: { issuers: number; seats: number; credentials: number };
  periodStart: Date;
  accounts: { accountId: string; name: string; role: Role }[];
};

export async function readAccount(
  db: Database,
  accountId: string,
  personId: string,
): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select a.name, u.period_start as "periodStart",
      jsonb_build_object('credentials', u.credentials,
        'issuers', (select count(*) from issuers where account_id = a.id and deleted_at is null),
        'seats', (select count(*) from members where account_id = a.id and status <> 'deprovisioned')) as usage,
      (select jsonb_agg(jsonb_build_object('accountId', o.id, 'name', o.name, 'role', m.role) order by m.id)
        from members m join accounts o on o.id = m.account_id
        where m.person_id = ${personId} and m.status = 'active') as accounts
    from accounts a join account_usage u on u.account_id = a.id where a.id = ${accountId}`.execute(
    db,
  );
  return rows[0];
}

export async function findAccountName(
  db: Database,
  accountId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from accounts where id = ${accountId}`.execute(db);
  return rows[0]?.name;
}

export async function setAccountName(trx: Trx, accountId: string, name: string): Promise<void> {
  await sql`update accounts set name = ${name} where id = ${accountId}`.execute(trx);
}

export async function readAccountSecurity(
  db: Database,
  accountId: string,
): Promise<{ requireSecondFactor: boolean; membersWithout: number }> {
  const { rows } = await sql<{ requireSecondFactor: boolean; membersWithout: number }>`
    select a.requires_second_factor as "requireSecondFactor",
      (select count(*)::integer from members m join auth."user" u on u.id = m.person_id
        where m.account_id = a.id and m.status = 'active' and u."twoFactorEnabled" is not true
          and not exists (select 1 from auth.passkeys p where p.user_id = u.id)) as "membersWithout"
    from accounts a where a.id = ${accountId}`.execute(db);
  return rows[0] ?? { requireSecondFactor: false, membersWithout: 0 };
}

/**
 * Once an account begins to require a second factor, the sessions that its members have open are
 * exempt. Repeating it exempts no more of them.
 */
export async function setRequiresSecondFactor(
  trx: Trx,
  accountId: string,
  isRequired: boolean,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update accounts set requires_second_factor = ${isRequired}
    where id = ${accountId} and requires_second_factor <> ${isRequired}`.execute(trx);
  if (numAffectedRows === 0n) return;
  await sql`delete from second_factor_exemptions where account_id = ${accountId}`.execute(trx);
  if (!isRequired) return;
  await sql`insert into second_factor_exemptions (account_id, session_id)
    select m.account_id, s.id from members m join auth."session" s on s."userId" = m.person_id
    where m.account_id = ${accountId} and m.status = 'active' and s."expiresAt" > now()
    for key share of s`.execute(trx);
}

export type ListedAccount = {
  accountId: string;
  name: string;
  plan: Plan;
  createdAt: Date;
  /** Issued in the month that started at `periodStart`, which may be past. */
  credentials: number;
  periodStart: Date;
  personId: string | null;
  owner: string | null;
  /** True while a deleted account's data is being removed. */
  isLeaving: boolean;
};

const selectAccounts = (where: RawBuilder<unknown>, limit: number) => sql<ListedAccount>`
  select a.id as "accountId", a.name, a.plan, a.created_at as "createdAt", u.credentials, u.period_start as "periodStart",
    o.person_id as "personId", o.email as owner, not ${isNotLeaving('a.id')} as "isLeaving"
  from accounts a join account_usage u on u.account_id = a.id
    left join members o on o.account_id = a.id and o.role = 'owner'
  where ${where} order by a.id limit ${limit}`;

/** All accounts, oldest first, after `lastId`. */
export async function accountsPage(
  db: Database,
  lastId: string | undefined,
  limit: number,
): Promise<ListedAccount[]> {
  const after = lastId === undefined ? sql`true` : sql`a.id > ${lastId}`;
  const { rows } = await selectAccounts(after, limit).execute(db);
  return rows;
}

/** Excludes deleted accounts. */
export async function findAccount(
  db: Database,
  accountId: string,
): Promise<ListedAccount | undefined> {
  const { rows } = await selectAccounts(
    sql`a.id = ${accountId} and ${isNotLeaving('a.id')}`,
    1,
  ).execute(db);
  return rows[0];
}

/** Returns false for an unknown account. */
export async function setStoredPlan(trx: Trx, accountId: string, plan: Plan): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update accounts set plan = ${plan} where id = ${accountId} and ${isNotLeaving('accounts.id')}`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}
