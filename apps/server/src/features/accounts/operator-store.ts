import type { Plan } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from './sql.ts';

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

const selectAccounts = (where: RawBuilder<unknown>, most: number) => sql<ListedAccount>`
  select a.id as "accountId", a.name, a.plan, a.created_at as "createdAt", u.credentials, u.period_start as "periodStart",
    o.person_id as "personId", o.email as owner, not ${isNotLeaving('a.id')} as "isLeaving"
  from accounts a join account_usage u on u.account_id = a.id
    left join members o on o.account_id = a.id and o.role = 'owner'
  where ${where} order by a.id limit ${most}`;

/** All accounts, oldest first, after `lastId`. */
export async function accountsPage(
  db: Database,
  lastId: string | undefined,
  most: number,
): Promise<ListedAccount[]> {
  const after = lastId === undefined ? sql`true` : sql`a.id > ${lastId}`;
  const { rows } = await selectAccounts(after, most).execute(db);
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
