import { formatIsoDay } from '@insignia/contract';
import { CompiledQuery, sql } from 'kysely';
import { customPlan, type Database, deleteBatch, type Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import { type CountedDay, clientWindowMs, type DayRange, type EngagementCount } from './rules.ts';

type Engagement = {
  credentialId: string;
  kind: string;
  network: string;
  client: Buffer;
  eventId: string;
  now: Date;
};

/** Returns true if it counted; null for an unknown credential. */
export async function recordEngagement(db: Database | Trx, e: Engagement): Promise<boolean | null> {
  const { rows } = await db.executeQuery<{ recorded: boolean | null }>(
    CompiledQuery.raw(
      'select record_engagement(p_credential => $1, p_kind => $2, p_network => $3, p_client => $4, p_event => $5, p_now => $6) as recorded',
      [e.credentialId, e.kind, e.network, e.client, e.eventId, e.now],
    ),
  );
  return rows[0]?.recorded ?? null;
}

/** Undefined for an unknown credential. */
export async function readCounts(
  db: Database,
  credentialId: string,
): Promise<EngagementCount[] | undefined> {
  const { rows } = await sql<{ counted: EngagementCount[] }>`
    select coalesce((
      select jsonb_agg(jsonb_build_object('kind', kind, 'network', network, 'count', total))
      from (select kind, network, sum(count)::int as total from engagement_days where credential_id = c.id group by kind, network) d
    ), '[]') as counted
    from credentials c where id = ${credentialId} and ${isNotLeaving('account_id')}`.execute(db);
  return rows[0]?.counted;
}

/** Erased, or about to be with its account. */
export async function isCredentialErased(db: Database, credentialId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from erased_credentials where id = ${credentialId}
    union all select 1 from credentials where id = ${credentialId} and not ${isNotLeaving('account_id')}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Deletes client hashes, which are personal data. */
export function deleteOldClients(trx: Trx): Promise<'again' | undefined> {
  const where = sql`counted_at < now() - ${clientWindowMs} * interval '1 millisecond'`;
  return deleteBatch(trx, { table: 'engagement_clients', by: 'counted_at', where });
}

export type CountedDays = {
  counted: CountedDay[];
  /** First day with complete counters; null if there is none. */
  countedFrom: string | null;
};

/** For a badge or the whole account. Inclusive days. */
export async function readDailyCounts(
  db: Database | Trx,
  accountId: string,
  badgeId: string | undefined,
  { from, to }: DayRange,
): Promise<CountedDays> {
  const { rows } = await sql<CountedDays>`${customPlan}
    select coalesce(jsonb_agg(d), '[]') as counted,
      (select value from settings where name = 'issued_days_from') as "countedFrom"
    from (
      select to_char(day, 'YYYY-MM-DD') as day, kind, network, sum(count)::int as count from badge_days
      where account_id = ${accountId} and day between ${formatIsoDay(from)} and ${formatIsoDay(to)}
        ${badgeId === undefined ? sql`` : sql`and badge_id = ${badgeId}`}
      group by 1, 2, 3) d`.execute(db);
  return rows[0] ?? { counted: [], countedFrom: null };
}

export async function hasBadge(db: Database, accountId: string, badgeId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from badges where id = ${badgeId} and account_id = ${accountId} and deleted_at is null`.execute(
      db,
    );
  return rows.length > 0;
}
