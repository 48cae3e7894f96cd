import { formatIsoDay } from '@insignia/contract';
import { sql } from 'kysely';
import { firstIdAt, idLagMs } from '../../kernel/id.ts';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';
import type { DayRange, IssuedDay } from './rules.ts';

const settingName = 'issued_days_from';

/** Credentials per day, counted from rows, for days without counters. Excludes erased ones. */
export async function countIssuedByDay(
  db: Database | Trx,
  accountId: string,
  badgeId: string | undefined,
  { from, to }: DayRange,
): Promise<IssuedDay[]> {
  const { rows } = await sql<IssuedDay>`${customPlan}
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as count from credentials
    where account_id = ${accountId} and ${isIssuedBetween(from, to + 86_400_000)}
      ${badgeId === undefined ? sql`` : sql`and badge_id = ${badgeId}`}
    group by 1`.execute(db);
  return rows;
}

/** Uses the index on ids, which are made after `created_at`. */
function isIssuedBetween(from: number, end: number) {
  return sql`id >= ${firstIdAt(new Date(from))} and id < ${firstIdAt(new Date(end + idLagMs))}
    and created_at >= ${new Date(from)} and created_at < ${new Date(end)}`;
}

/** Blocks erasing until the transaction ends. */
export async function lockCountedFrom(trx: Trx): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`
    select value from settings where name = ${settingName} for update`.execute(trx);
  return rows[0]?.value;
}

/**
 * Counters are complete from tomorrow on: today, some were issued before counting started. Later if
 * a clock was ahead.
 */
export async function startCounting(trx: Trx, now: Date): Promise<void> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from credentials order by id desc limit 1`.execute(trx);
  const last = Math.max(now.getTime(), rows[0]?.at.getTime() ?? 0);
  await sql`insert into settings (name, value) values (${settingName}, ${formatIsoDay(last + 86_400_000)})
    on conflict do nothing`.execute(trx);
}

export async function findNewestDayBefore(trx: Trx, end: number): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`${customPlan}
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day from credentials
    where id < ${firstIdAt(new Date(end + idLagMs))} and created_at < ${new Date(end)}
    order by id desc limit 1`.execute(trx);
  return rows[0]?.day;
}

/** Counters of these days are incomplete, because counting started during them. */
export async function recountDays(trx: Trx, from: number, end: number): Promise<void> {
  // A day may have millions.
  await sql`set local statement_timeout = '5min'`.execute(trx);
  await sql`${customPlan}
    delete from badge_days d using accounts a
    where d.account_id = a.id and d.day >= ${formatIsoDay(from)} and d.day < ${formatIsoDay(end)} and d.kind in ('issued', 'erased')`.execute(
    trx,
  );
  await sql`${customPlan}
    insert into badge_days (account_id, badge_id, day, kind, network, count)
    select account_id, badge_id, (created_at at time zone 'UTC')::date, 'issued', '', count(*)
    from credentials where ${isIssuedBetween(from, end)} group by 1, 2, 3`.execute(trx);
}

export async function setCountedFrom(trx: Trx, day: string): Promise<void> {
  await sql`update settings set value = ${day} where name = ${settingName}`.execute(trx);
}
