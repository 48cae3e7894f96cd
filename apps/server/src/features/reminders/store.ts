import { type RawBuilder, sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';
import { selectBounceReason } from '../../platform/mail/sql.ts';
import { isNotLeaving } from '../accounts/sql.ts';

export async function hasReminders(
  db: Database,
  accountId: string,
  badgeId: string,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ enabled: boolean }>`
    select exists (select 1 from reminder_settings s where s.badge_id = b.id) as enabled
    from badges b where b.id = ${badgeId} and b.account_id = ${accountId} and b.deleted_at is null`.execute(
    db,
  );
  return rows[0]?.enabled;
}

/** Locks the badge against deletion. Returns false if the account has no such badge. */
export async function lockRemindingBadge(
  trx: Trx,
  accountId: string,
  badgeId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from badges where id = ${badgeId} and account_id = ${accountId} and deleted_at is null for key share`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function enableReminders(trx: Trx, accountId: string, badgeId: string): Promise<void> {
  await sql`insert into reminder_settings (badge_id, account_id, enabled_at) values (${badgeId}, ${accountId}, now())
    on conflict do nothing`.execute(trx);
}

export async function disableReminders(trx: Trx, badgeId: string): Promise<void> {
  await sql`delete from reminder_settings where badge_id = ${badgeId}`.execute(trx);
}

/** Times are text: a JavaScript date would round the database's microseconds. */
export type ReminderCursor = { expires: string; id: string; until: string };

// Hours, because a day in a time zone may have 23 or 25 of them.
const inDays = (days: number) => sql`interval '1 hour' * ${24 * days}`;
const firstId = sql`'00000000-0000-0000-0000-000000000000'::uuid`;
const lastId = sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/** Locks the position of a window. The first one starts at the current time of the database. */
export async function lockReminderCursor(trx: Trx, days: number): Promise<ReminderCursor> {
  await sql`insert into reminder_cursors (days, expires, id) values (${days}, now() + ${inDays(days)}, ${firstId})
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<ReminderCursor>`
    select expires::text as expires, id, (now() + ${inDays(days)})::text as until
    from reminder_cursors where days = ${days} for update`.execute(trx);
  return rows[0] as ReminderCursor;
}

/** Never moves back, so that a clock that was set back reminds nobody again. */
export async function moveReminderCursor(
  trx: Trx,
  days: number,
  last: { position: string; id: string } | undefined,
  { until }: ReminderCursor,
): Promise<void> {
  const [expires, id] = last
    ? [sql`${last.position}::timestamptz`, sql`${last.id}::uuid`]
    : [sql`${until}::timestamptz`, lastId];
  await sql`update reminder_cursors set expires = ${expires}, id = ${id}
    where days = ${days} and (expires, id) < (${expires}, ${id})`.execute(trx);
}

export type ExpiringCredential = {
  id: string;
  accountId: string;
  expires: string;
  /** The end by which the scan found it. A correction may change `expires` while the scan waits for it. */
  position: string;
  /** True if the recipient gets an email. */
  isReminded: boolean;
  /** True if an endpoint of the account names the event. */
  isReported: boolean;
};

type Window = { days: number; nextDays: number; event: string };

/**
 * Credentials whose end came within the window since the cursor, along the index of end dates. A
 * credential issued within a day of its reminder gets none, and nor does one that is already in the
 * next window. `position` is read by the statement's snapshot, unlike columns of rows that it waited
 * for.
 */
export function selectExpiring(
  { expires, id, until }: ReminderCursor,
  { days, nextDays, event }: Window,
  limit: number,
): RawBuilder<ExpiringCredential> {
  return sql<ExpiringCredential>`
    select c.id, c.account_id as "accountId", c.expires::text as expires,
      (select s.expires::text from credentials s where s.id = c.id) as position,
      ${days} > 0 and c.expires > now() + ${inDays(nextDays)} and c.created_at < c.expires - ${inDays(days + 1)}
        and exists (select 1 from reminder_settings s join badges b on b.id = s.badge_id join issuers i on i.id = b.issuer_id
          where s.badge_id = c.badge_id and i.closed_at is null)
        and ${selectBounceReason('c.recipient_email')} is null as "isReminded",
      exists (select 1 from webhooks w where w.account_id = c.account_id and w.active and w.events @> array[${event}]) as "isReported"
    from credentials c
    where (c.expires, c.id) > (${expires}::timestamptz, ${id}::uuid) and c.expires <= ${until}::timestamptz
      and c.expires is not null and c.revoked_at is null and ${isNotLeaving('c.account_id')}
    order by c.expires, c.id limit ${limit} for share of c`;
}

export async function readExpiring(
  trx: Trx,
  cursor: ReminderCursor,
  window: Window,
  limit: number,
): Promise<ExpiringCredential[]> {
  const { rows } =
    await sql<ExpiringCredential>`${customPlan} ${selectExpiring(cursor, window, limit)}`.execute(
      trx,
    );
  return rows;
}

/** Returns the ids that had no row yet for this window and end date. */
export async function insertReminders(
  trx: Trx,
  days: number,
  credentials: ExpiringCredential[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    insert into reminders (credential_id, days, expires, created_at)
    select c.id, ${days}, c.expires, now()
    from unnest(${credentials.map(({ id }) => id)}::uuid[], ${credentials.map(({ expires }) => expires)}::timestamptz[]) as c(id, expires)
    on conflict do nothing returning credential_id as id`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

// Mondays at 8:00 UTC.
const week = sql`date_trunc('week', (now() at time zone 'UTC') - interval '8 hours')`;

/** Accounts whose digest of this week is due. The first one comes in the week after turning it on. */
export async function listDueDigests(trx: Trx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct s.account_id as id from reminder_settings s
    where s.enabled_at < (${week} + interval '8 hours') at time zone 'UTC' and ${isNotLeaving('s.account_id')}
      and not exists (select 1 from reminder_digests d where d.account_id = s.account_id and d.week >= ${week}::date)
    order by 1 limit ${limit}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Returns false if another process took the digest of this week. */
export async function takeDigest(trx: Trx, accountId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into reminder_digests (account_id, week) values (${accountId}, ${week}::date)
    on conflict (account_id) do update set week = excluded.week where reminder_digests.week < excluded.week`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

export type ExpiringBadge = { name: string; count: number; first: Date };

/** Credentials that expire within 30 days, by badge, along the account's index of end dates. */
export async function countExpiring(trx: Trx, accountId: string): Promise<ExpiringBadge[]> {
  const { rows } = await sql<ExpiringBadge>`${customPlan}
    select b.name, count(*)::int as count, min(c.expires) as first
    from credentials c join reminder_settings s on s.badge_id = c.badge_id join badges b on b.id = c.badge_id
      join issuers i on i.id = b.issuer_id and i.closed_at is null
    where c.account_id = ${accountId} and c.expires > now() and c.expires <= now() + ${inDays(30)}
      and c.expires is not null and c.revoked_at is null and c.lapsed_at is null
    group by b.id, b.name order by first, b.name`.execute(trx);
  return rows;
}

type DigestRecipient = {
  email: string;
  /** False for an address that the account doesn't know. */
  isKnown: boolean;
  accountName: string;
};

export async function readDigestRecipients(
  trx: Trx,
  accountId: string,
): Promise<DigestRecipient[]> {
  const { rows } = await sql<DigestRecipient>`
    select u.email, u.email = lower(m.email) as "isKnown", a.name as "accountName" from members m join auth."user" u on u.id = m.person_id join accounts a on a.id = m.account_id
    where m.account_id = ${accountId} and m.status = 'active' and m.role in ('owner', 'admin', 'editor') order by u.email`.execute(
    trx,
  );
  return rows;
}
