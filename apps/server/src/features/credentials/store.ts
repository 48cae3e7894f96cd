import { type CredentialDetails, type EmailStatus, fold } from '@insignia/contract';
import { sql } from 'kysely';
import { customPlan, type Database, newestFirst, type Trx } from '../../platform/db/index.ts';
import { type MailStatus, newestMailFirst, statusColumn } from '../../platform/mail/sql.ts';
import { edition, joinBadgeEdition, joinPageEditions } from '../editions/sql.ts';
import { shortCodeColumn } from '../short-codes/sql.ts';
import {
  type CredentialCriteria,
  emailStatusColumn,
  hasEmailStatus,
  hasStatus,
  hasWords,
  indexableText,
  isUnreachable,
  matchesSearch,
  NEARBY_ROWS,
  selectAnyCredentials,
  selectCredentials,
} from './sql.ts';

export type CredentialRow = {
  id: string;
  badgeId: string;
  badgeName: string;
  imageCid: string;
  recipientName: string;
  recipientEmail: string;
  /** The folded address, by which credentials belong to a recipient. */
  emailSearch: string;
  issuedOn: Date;
  expires: Date | null;
  createdAt: Date;
  revokedAt: Date | null;
  revocationReason: string | null;
  emailStatus: EmailStatus;
  hasDetails: boolean;
};

type CorrectionRow = { corrections: number; correctedAt: Date | null };

/** Null until somebody was shown it. */
type ShortCodeRow = { shortCode: string | null };

/** Null if there are none. */
type DetailsRow = { credentialDetails: CredentialDetails | null };

const columns = sql`c.id, c.badge_id as "badgeId", ${edition.badgeName} as "badgeName", ${edition.imageCid} as "imageCid",
  c.recipient_name as "recipientName", c.recipient_email as "recipientEmail", c.email_search as "emailSearch", c.issued_on as "issuedOn", c.expires,
  c.created_at as "createdAt", c.revoked_at as "revokedAt", c.revocation_reason as "revocationReason",
  ${emailStatusColumn} as "emailStatus", c.details is not null as "hasDetails"`;

/** The columns that lists show of a credential. */
const pageColumns = sql`c.id, c.badge_id, c.badge_version, c.recipient_name, c.recipient_email, c.email_search, c.issued_on, c.expires,
  c.created_at, c.revoked_at, c.revocation_reason, c.email_state, c.details`;

/** Returns credentials newest first, after `lastId`. */
export async function credentialsPage(
  db: Database,
  accountId: string,
  criteria: CredentialCriteria,
  { lastId, limit, now }: { lastId: string | undefined; limit: number; now: Date },
): Promise<CredentialRow[]> {
  const isByWords = indexableText(criteria.like) !== undefined;
  const { rows } = !isByWords
    ? // Find the page before joining badges. If badges are joined first, PostgreSQL may sort all credentials of a badge.
      await sql<CredentialRow>`${customPlan}
        with page as materialized ${selectCredentials(accountId, criteria, {
          ...{ columns: pageColumns, lastId, limit, now },
          also: matchesSearch(accountId, criteria),
        })}
        select ${columns} from page c ${joinPageEditions} order by c.id desc`.execute(db)
    : await sql<CredentialRow>`${customPlan}
        with newest as materialized ${selectCredentials(accountId, criteria, {
          ...{ columns: sql`c.id, c.name_search, c.email_search`, lastId, limit: NEARBY_ROWS, now },
        })},
        near as materialized (select c.id from newest c where ${hasWords(criteria.field, criteria.like ?? '')} order by id desc limit ${limit}),
        far as (
          select c.id from credentials c
          where c.account_id = ${accountId} ${criteria.badgeId === undefined ? sql`` : sql`and c.badge_id = ${criteria.badgeId}`}
            and ${matchesSearch(accountId, criteria)} and ${hasStatus(criteria.state, now)} and ${hasEmailStatus(criteria.emailStatus)} and c.id < (select id from newest order by id limit 1)
            and (select count(*) from newest) = ${NEARBY_ROWS} and (select count(*) from near) < ${limit}
          order by c.id desc limit ${limit}),
        page as materialized (
          select ${pageColumns} from credentials c
          where c.id in (select id from near union all select id from far) order by c.id desc limit ${limit})
        select ${columns} from page c ${joinPageEditions} order by c.id desc`.execute(db);
  return rows;
}

/** Returns the credentials of one folded address newest first, after `lastId`. */
export async function listRecipientCredentials(
  db: Database,
  accountId: string,
  emailSearch: string,
  { lastId, limit }: { lastId: string | undefined; limit: number },
): Promise<(CredentialRow & Omit<Delivery, 'deliveryError'>)[]> {
  const owner = [
    { column: sql`c.account_id`, value: sql`${accountId}::uuid` },
    { column: sql`c.email_search`, value: sql`${emailSearch}` },
  ];
  const { where, order } = newestFirst(owner, 'c.id', lastId);
  const { rows } = await sql<CredentialRow & Omit<Delivery, 'deliveryError'>>`${customPlan}
    with page as materialized (
      select ${pageColumns} from credentials c where ${where} ${order} limit ${limit})
    select ${columns}, m.state as delivery, m.status as "deliveryStatus"
    from page c ${joinPageEditions}
      left join lateral (
        select state, ${statusColumn} as status from mails
        where credential_id = c.id and kind = 'credential' ${newestMailFirst} limit 1) m on true
    order by c.id desc`.execute(db);
  return rows;
}

export async function countUpTo(
  db: Database,
  accountId: string,
  criteria: CredentialCriteria,
  { limit, now }: { limit: number; now: Date },
): Promise<number> {
  const { badgeId, state, emailStatus, like } = criteria;
  const words = matchesSearch(accountId, criteria);
  const ofBadge = badgeId === undefined ? sql`` : sql`and c.badge_id = ${badgeId}`;
  const found =
    indexableText(like) === undefined
      ? selectAnyCredentials(accountId, criteria, { columns: sql`c.id`, limit, now, also: words })
      : sql`(select from credentials c where c.account_id = ${accountId} ${ofBadge} and ${words}
          and ${hasStatus(state, now)} and ${hasEmailStatus(emailStatus)} limit ${limit})`;
  const { rows } = await sql<{ n: number }>`${customPlan}
    select count(*)::int as n from ${found} found`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Counts up to `limit` credentials, and how many of them have a recipient who can't be emailed. */
export async function countUnreachable(
  db: Database,
  accountId: string,
  criteria: CredentialCriteria,
  { limit, now }: { limit: number; now: Date },
): Promise<{ found: number; unreachable: number }> {
  const { badgeId, state, emailStatus, like } = criteria;
  const columns = sql`c.account_id, c.recipient_email`;
  const words = matchesSearch(accountId, criteria);
  const ofBadge = badgeId === undefined ? sql`` : sql`and c.badge_id = ${badgeId}`;
  const found =
    indexableText(like) === undefined
      ? selectAnyCredentials(accountId, criteria, { columns, limit, now, also: words })
      : sql`(select ${columns} from credentials c where c.account_id = ${accountId} ${ofBadge} and ${words}
          and ${hasStatus(state, now)} and ${hasEmailStatus(emailStatus)} limit ${limit})`;
  const { rows } = await sql<{ found: number; unreachable: number }>`${customPlan}
    select count(*)::int as found, (count(*) filter (where ${isUnreachable(sql`f.account_id`, 'f.recipient_email')}))::int as unreachable
    from ${found} f`.execute(db);
  return rows[0] ?? { found: 0, unreachable: 0 };
}

export async function findCredential(
  db: Database,
  accountId: string,
  id: string,
): Promise<(CredentialRow & DetailsRow & CorrectionRow & ShortCodeRow) | undefined> {
  const { rows } = await sql<CredentialRow & DetailsRow & CorrectionRow & ShortCodeRow>`
    select ${columns}, c.details as "credentialDetails", c.corrections, c.corrected_at as "correctedAt",
      ${shortCodeColumn} as "shortCode" from credentials c ${joinBadgeEdition}
    where c.id = ${id} and c.account_id = ${accountId}`.execute(db);
  return rows[0];
}

type Delivery = {
  delivery: 'queued' | 'sent' | 'bounced' | 'failed' | null;
  deliveryStatus: MailStatus | null;
  deliveryError: string | null;
};

/** Returns the state and status of the last email that delivered the credential to a recipient. */
export async function findLastDelivery(db: Database, credentialId: string): Promise<Delivery> {
  const { rows } = await sql<Delivery>`
    select state as delivery, ${statusColumn} as "deliveryStatus",
      case when state in ('bounced', 'failed') then last_error end as "deliveryError"
    from mails where credential_id = ${credentialId} and kind = 'credential' ${newestMailFirst} limit 1`.execute(
    db,
  );
  return rows[0] ?? { delivery: null, deliveryStatus: null, deliveryError: null };
}

/**
 * Moves pending entries into the search index. PostgreSQL does it when enough have accumulated or
 * at a vacuum, and until then every search reads them all.
 */
export async function flushSearchIndex(trx: Trx): Promise<void> {
  await sql`select gin_clean_pending_list('credentials_keys')`.execute(trx);
}

type Revocation = { revokedAt: Date | null; revocationReason: string | null };

export async function lockCredential(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<Revocation | undefined> {
  const { rows } = await sql<Revocation>`
    select revoked_at as "revokedAt", revocation_reason as "revocationReason"
    from credentials where id = ${id} and account_id = ${accountId} for update`.execute(trx);
  return rows[0];
}

export type ErasedCredential = { badgeId: string; email: string };

/**
 * Locks a credential until the transaction ends. Undefined if the account has no such credential.
 */
/** Without a lock: a credential never changes its badge. */
export async function listBadgeIds(
  trx: Trx,
  accountId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${customPlan}
    select distinct badge_id as id from credentials
    where id = any(${[...ids]}::uuid[]) and account_id = ${accountId}`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function lockCredentialToErase(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<ErasedCredential | undefined> {
  const { rows } = await sql<ErasedCredential>`
    select badge_id as "badgeId", recipient_email as email
    from credentials where id = ${id} and account_id = ${accountId} for update`.execute(trx);
  return rows[0];
}

/**
 * Addresses that corrections of these credentials replaced, without those that another credential of
 * the account has now: they belong to another recipient.
 */
export async function listReplacedAddresses(
  trx: Trx,
  accountId: string,
  ids: string[],
): Promise<string[]> {
  const { rows: replaced } = await sql<{ email: string }>`${customPlan}
    select distinct previous->>'recipient.email' as email from credential_editions
    where credential_id = any(${ids}::uuid[]) and previous->>'recipient.email' is not null order by 1`.execute(
    trx,
  );
  if (replaced.length === 0) return [];
  const folded = replaced.map(({ email }) => fold(email));
  const { rows: used } = await sql<{ address: string }>`${customPlan}
    select address from unnest(${folded}::text[]) as address where exists (
      select from credentials c
      where c.account_id = ${accountId} and c.email_search = address and c.id <> all(${ids}::uuid[]))`.execute(
    trx,
  );
  const others = new Set(used.map(({ address }) => address));
  return replaced.map(({ email }) => email).filter((email) => !others.has(fold(email)));
}

const BACKFILL_SETTING = 'email_states_after';
const MAX_BACKFILLED_ROWS = 2_000;

/**
 * Sets the email state of credentials that were emailed before 0085: from their last email, or from
 * their history once that email is no longer kept. Goes through all credentials once.
 */
export async function backfillEmailStates(trx: Trx): Promise<'again' | undefined> {
  const setting = await sql<{ value: string }>`
    select value from settings where name = ${BACKFILL_SETTING} for update`.execute(trx);
  const after = setting.rows[0]?.value ?? '00000000-0000-0000-0000-000000000000';
  if (after === 'done') return undefined;
  const { rows } = await sql<{ last: string | null }>`${customPlan}
    with batch as materialized (
        select id, recipient_email, email_state from credentials where id > ${after}::uuid order by id limit ${MAX_BACKFILLED_ROWS}),
      found as (
        select b.id, coalesce(
            (select case when m.state = 'bounced' then 2 when m.state = 'failed' or m.handed_to = 'file' then 0 else 1 end
              from mails m where m.credential_id = b.id and m.kind = 'credential'
                and lower(m.recipient collate "C") = lower(b.recipient_email collate "C") ${newestMailFirst} limit 1),
            (select 1 from events e where e.credential_id = b.id and e.type = 'credential.delivered' and e.data->'forwarded' is null limit 1)) as state
        from batch b where b.email_state = 0),
      updated as (
        update credentials c set email_state = f.state from found f
        where c.id = f.id and f.state > 0 and c.email_state = 0)
    select (select id from batch order by id desc limit 1) as last`.execute(trx);
  const next = rows[0]?.last ?? 'done';
  await sql`insert into settings (name, value) values (${BACKFILL_SETTING}, ${next})
    on conflict (name) do update set value = excluded.value`.execute(trx);
  return next === 'done' ? undefined : 'again';
}

const MAX_UPDATED_ROWS = 1_000;

/** Marks expired credentials, so that lists by status can use an index. Has no other effect. */
export async function markExpired(trx: Trx, now: Date): Promise<'again' | undefined> {
  const { numAffectedRows } = await sql`${customPlan}
    update credentials set lapsed_at = ${now} where id = any(array(
      select c.id from credentials c where ${hasStatus('expired', now)} and c.lapsed_at is null
      order by c.expires limit ${MAX_UPDATED_ROWS} for update skip locked))`.execute(trx);
  return numAffectedRows === BigInt(MAX_UPDATED_ROWS) ? 'again' : undefined;
}
